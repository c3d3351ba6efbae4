// A loop that data end, a cycle an iteration. By hand: 42 steps of 1 to 8, and for each of them a
// cycle that asks whether there are any, and one that stores: 42 + 8 x 2 cycles.
// REQUIRES: iverilog
// RUN: rm -rf %t && %roofline emit verilog %s -o %t | FileCheck %s
// RUN: %verify %t --no-synthesis | FileCheck %s --check-prefix=PROOF
// CHECK: core collatz, loops with memories, cycles 58 a launch
// PROOF: bit for bit
// PROOF: cycles {{ *}}58 {{ *}}58 {{ *}}exact
kernel void collatz(global int *steps) {
  for (int i = 1; i <= 8; ++i) {
    uint n = i;
    int count = 0;
    while (n != 1) {
      n = n & 1 ? 3 * n + 1 : n >> 1;
      ++count;
    }
    steps[i - 1] = count;
  }
}
