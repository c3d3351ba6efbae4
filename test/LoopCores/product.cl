// Three loops in one, the sum carried: 4096 of the resident b, then L(64^3,6) cycles by hand.
// REQUIRES: verilator
// RUN: rm -rf %t && %roofline emit verilog %s --variant loops -o %t | FileCheck %s
// RUN: %verify %t --no-synthesis --seeds 1 --simulator verilator | FileCheck %s --check-prefix=PROOF
// CHECK: core product, loops with memories, cycles 266245 a launch
// PROOF: bit for bit
// PROOF: cycles {{ *}}266245 {{ *}}266245 {{ *}}exact
#define N 64
kernel void product(global const int *a, global const int *b, global int *c) {
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < N; ++j) {
      int sum = 0;
      for (int k = 0; k < N; ++k)
        sum += a[i * N + k] * b[k * N + j];
      c[i * N + j] = sum;
    }
}
