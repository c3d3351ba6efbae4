// What a loop carries goes on through an array of the kernel's own, from one
// block to another, where the same element is stored and loaded or may be: a sum,
// 7 cycles, and a product, 5; in local memory the store and the load, 7 each.
// RUN: %roofline analyze %s --device de5net -D SPACE= -D STORED=0 -D LOADED=0 --json - | FileCheck %s --check-prefix=THROUGH
// RUN: %roofline analyze %s --device de5net -D SPACE= -D STORED=i+1 -D LOADED=i+1 --json - | FileCheck %s --check-prefix=THROUGH
// RUN: %roofline analyze %s --device de5net -D SPACE= -D STORED=i -D LOADED=1 --json - | FileCheck %s --check-prefix=THROUGH
// RUN: %roofline analyze %s --device de5net -D SPACE= -D STORED=1 -D LOADED=i --json - | FileCheck %s --check-prefix=THROUGH
// RUN: %roofline analyze %s --device de5net -D SPACE=local -D STORED=0 -D LOADED=0 --json - | FileCheck %s --check-prefix=LOCAL
// RUN: %roofline analyze %s --device de5net -D SPACE= -D STORED=0 -D LOADED=1 --json - | FileCheck %s --check-prefix=APART
// RUN: %roofline analyze %s --device de5net -D SPACE= -D STORED=i -D LOADED=i+1 --json - | FileCheck %s --check-prefix=APART
// THROUGH: "initiation_interval": 12
// LOCAL: "initiation_interval": 26
// APART-NOT: "initiation_interval": {{[2-9]|1[0-9]}}
kernel void relay(global const float *restrict x, global float *restrict y) {
  volatile SPACE float z[1026];
  float last = 0;
  for (int i = 0; i < 1024; ++i) {
    z[STORED] = last + x[i];
#pragma unroll
    for (int t = 0; t < 4; ++t)
      y[4 * i + t] = x[i + t];
    last = z[LOADED] * 0.5f;
  }
  y[0] = last;
}
