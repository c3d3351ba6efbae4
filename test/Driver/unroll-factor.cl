// What unrolling makes: no copies that never run, and no number of them that varies.
// RUN: %roofline analyze --verbose --model hpca16-repaired %s --device de5net --kernel over | FileCheck %s --check-prefix=OVER
// RUN: not %roofline analyze --verbose --model hpca16-repaired %s --device de5net --kernel triangle | FileCheck %s --check-prefix=TRIANGLE
// RUN: %roofline analyze --verbose --model hpca16-repaired %s --device de5net --kernel triangle --trip 22=64 \
// RUN:   | FileCheck %s --check-prefix=BOUND

// Three elements of 4 bytes each way, one pass: a transaction each.
// OVER: unroll 3 at line [[@LINE+4]]
// OVER: cycles, 2 memory transactions
kernel void over(global const float *restrict x, global float *restrict y) {
#pragma unroll 8
  for (int i = 0; i < 3; ++i)
    y[i] = x[i] * 2;
}

// Rolled it is slower: no bound.
// TRIANGLE: time roughly
kernel void triangle(global const float *restrict x, global float *restrict y) {
  for (int i = 0; i < 64; ++i) {
    float s = 0;
#pragma unroll
    for (int j = 0; j < i; ++j) // TRIANGLE: factor of the full unrolling at line [[@LINE]]
      s += x[j];
    y[i] = s;
  }
}
// BOUND: unroll 64 at line 22
