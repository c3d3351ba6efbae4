// A float sum over a shift register of 8: an interval of 1. By hand: L(4096,9) + 7 x 8 + 9 cycles.
// REQUIRES: iverilog
// RUN: rm -rf %t && %roofline emit verilog %s --variant loops -o %t | FileCheck %s
// RUN: %verify %t --no-synthesis | FileCheck %s --check-prefix=PROOF
// CHECK: core sum, loops with memories, cycles 4169 a launch
// PROOF: bit for bit
// PROOF: cycles {{ *}}4169 {{ *}}4169 {{ *}}exact
kernel void sum(global const float *in, global float *out) {
  float parts[8];
#pragma unroll
  for (int k = 0; k < 8; ++k)
    parts[k] = 0.0f;
  for (int i = 0; i < 4096; ++i) {
    float next = parts[7] + in[i];
#pragma unroll
    for (int k = 7; k > 0; --k)
      parts[k] = parts[k - 1];
    parts[0] = next;
  }
  float s = 0.0f;
#pragma unroll
  for (int k = 0; k < 8; ++k)
    s += parts[k];
  *out = s;
}
