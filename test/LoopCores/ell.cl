// A sparse product by columns, sums in a memory: 256 + L(2048,17) + 257 cycles by hand.
// REQUIRES: iverilog
// RUN: rm -rf %t && %roofline emit verilog %s -o %t | FileCheck %s
// RUN: %verify %t --no-synthesis | FileCheck %s --check-prefix=PROOF
// CHECK: core ell, loops with memories, cycles 2577 a launch
// PROOF: bit for bit
// PROOF: cycles {{ *}}2577 {{ *}}2577 {{ *}}exact
kernel void ell(global const float *value, global const uchar *column, global const float *x, global float *y) {
  float sum[256];
  for (int j = 0; j < 8; ++j)
    for (int i = 0; i < 256; ++i)
      sum[i] = (j ? sum[i] : 0.0f) + value[j * 256 + i] * x[column[j * 256 + i]];
  for (int i = 0; i < 256; ++i)
    y[i] = sum[i];
}
