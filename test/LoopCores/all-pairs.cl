// Distances of all pairs: x and y have copies on the chip, filled at once. By hand: 256 +
// L(65536,26) cycles: word 1, held 1, difference 8, square 7, sum 8, store.
// REQUIRES: nightly, verilator
// RUN: rm -rf %t && %roofline emit verilog %s --variant loops -o %t | FileCheck %s
// RUN: %verify %t --no-synthesis --seeds 1 --simulator verilator | FileCheck %s --check-prefix=PROOF
// CHECK: core forces, loops with memories, cycles 65817 a launch
// PROOF: bit for bit
// PROOF: cycles {{ *}}65817 {{ *}}65817 {{ *}}exact
#define N 256
kernel void forces(global const float *x, global const float *y, global float *out) {
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < N; ++j) {
      float dx = x[i] - x[j], dy = y[i] - y[j];
      out[i * N + j] = dx * dx + dy * dy;
    }
}
