// A short loop is unrolled whole, where no power of two divides it.
// RUN: %roofline analyze %s --device de5net --global 4096 --local 64 | FileCheck %s
// CHECK: UL {{ *}}unroll the loop at line [[#@LINE+4]]: #pragma unroll 5 (
kernel void five(global const float *restrict in, global float *restrict out) {
  int g = get_global_id(0);
  float s = 0;
  for (int k = 0; k < 5; ++k)
    s += in[g * 5 + k];
  out[g] = s;
}
