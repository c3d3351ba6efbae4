// Two loops in one; the address of a load is made of data: sub, word, sum and maximum in one
// cycle with its forwarding. By hand: 256 + L(4096,5) + 2 cycles.
// REQUIRES: iverilog
// RUN: rm -rf %t && %roofline emit verilog %s -o %t | FileCheck %s
// RUN: %verify %t --no-synthesis | FileCheck %s --check-prefix=PROOF
// CHECK: core knapsack, loops with memories, cycles 4358 a launch
// PROOF: bit for bit
// PROOF: cycles {{ *}}4358 {{ *}}4358 {{ *}}exact
#define W 256
kernel void knapsack(global const int *weight, global const int *value, global int *best) {
  int b[W];
  for (int w = 0; w < W; ++w)
    b[w] = 0;
  for (int i = 0; i < 16; ++i) {
    int own = weight[i] & 63, worth = value[i] & 1023;
    for (int w = W - 1; w >= 0; --w)
      b[w] = max(b[w], w >= own ? b[w - own & 255] + worth : 0);
  }
  *best = b[W - 1];
}
