// The design of each line is what --what-if makes of it: cycles, clock, and it fits.
// RUN: %python %S/Inputs/follow_advice.py %roofline %s --kernel product --global 64,64 \
// RUN:   --local 16,16 --arg n=64 | FileCheck %s
// CHECK-DAG: UL ul@[[#@LINE+19]]={{[0-9]+}}
// CHECK-DAG: SIMD simd=16
// CHECK-DAG: CU cu=
// RUN: %python %S/Inputs/follow_advice.py %roofline %s --kernel turn --global 256,256 \
// RUN:   --local 16,16 --arg n=256 | FileCheck %s --check-prefix=TURN
// TURN: WG wg=1x256
// RUN: %roofline analyze --verbose %s --kernel turn --global 256,256 --local 16,16 --arg n=256 --json %t.json
// RUN: %python %S/../schema/validate.py %schemas/report.schema.json %t.json

// A loop that work-items run differently often keeps them from being vectors;
// a branch is predicated.
// RUN: %roofline analyze --verbose %s --kernel product --global 64,64 --local 16,16 --arg n=64 | FileCheck %s --check-prefix=LOOP
// LOOP: SIMD
// RUN: %roofline analyze --verbose %s --kernel triangle --global 64,64 --local 16,16 --arg n=64 | FileCheck %s --check-prefix=TRIANGLE
// TRIANGLE: what to change
// TRIANGLE-NOT: SIMD vectorise
kernel void product(global const float *restrict a, global const float *restrict b, global float *restrict c, int n) {
  int x = get_global_id(0), y = get_global_id(1);
  float s = 0;
  for (int k = 0; k < n; ++k)
    s += a[y * n + k] * b[k * n + x];
  c[y * n + x] = s;
}

kernel void triangle(global const float *restrict a, global float *restrict c, int n) {
  int x = get_global_id(0), y = get_global_id(1);
  float s = 0;
  for (int k = 0; k < x; ++k)
    s += a[y * n + k];
  c[y * n + x] = s;
}

kernel void turn(global const float *restrict in, global float *restrict out, int n) {
  int x = get_global_id(0), y = get_global_id(1);
  out[x * n + y] = in[x * n + y] * 2.0f;
}
