// A short loop is unrolled whole, where no power of two divides it; one that
// the board's compiler unrolls by itself is no advice.
// RUN: %roofline analyze --verbose %s --kernel five --device de5net --global 4096 --local 64 \
// RUN:   --arg n=5 | FileCheck %s
// RUN: %roofline analyze --verbose %s --kernel known --device de5net --global 4096 \
// RUN:   --local 64 | FileCheck %s --check-prefix=CONSTANT
// CHECK: UL {{ *}}unroll the loop at line [[#@LINE+6]]: #pragma unroll 5:
// CONSTANT: what to change
// CONSTANT-NOT: UL {{ *}}unroll
kernel void five(global const float *restrict in, global float *restrict out, int n) {
  int g = get_global_id(0);
  float s = 0;
  for (int k = 0; k < n; ++k)
    s += in[g * n + k];
  out[g] = s;
}

kernel void known(global const float *restrict in, global float *restrict out) {
  int g = get_global_id(0);
  float s = 0;
  for (int k = 0; k < 5; ++k)
    s += in[g * 5 + k];
  out[g] = s;
}
