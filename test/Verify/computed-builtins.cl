// Functions whose value libclc computes by plain operations are built of these. Simulation compares them
// with the original's, bit for bit; the last column is math's, which OpenCL lets them miss by some ulp.
// REQUIRES: iverilog
// RUN: rm -rf %t && mkdir %t
// DEFINE: %{verify} = %roofline verify %s --variant 'map-pipe f' --seeds 1 --no-synthesis
// RUN: %{verify} --kernel recip --global 200 | FileCheck %s
// RUN: %{verify} --kernel length2 --global 200 | FileCheck %s
// RUN: %{verify} --kernel gauss --global 150 --simulator icarus | FileCheck %s
// CHECK: outputs equal the original's, bit for bit
// CHECK: cycles {{.*}} exact
// RUN: %roofline emit system %s --kernel curves --global 4000 -o %t/curves
// RUN: %python %S/Inputs/ulps.py %t/curves/data a exp:3 tanh:5 atan:5 erf:16

// Models of ordinary kernels price a call, not its body.
// RUN: %roofline analyze %s --kernel gauss --global 150 --allow-unknown > %t/gauss.txt
// RUN: grep 'without fp_exp' %t/gauss.txt

// What has no body, or one with tables, is named.
// RUN: not %roofline emit verilog %s --kernel logarithm --global 10 -o %t/x 2>&1 | FileCheck %s --check-prefix=LOG
// LOG: computed-builtins.cl:[[#@LINE+20]]:{{[0-9]+}}: 'log' has no operator in a datapath

kernel void recip(global const float *restrict a, global const float *restrict c, global float *restrict b) {
  int i = get_global_id(0);
  b[i] = native_recip(a[i]) + half_divide(c[i], a[i]) - rsqrt(c[i]);
}
kernel void length2(global const float *restrict a, global const float *restrict c, global float *restrict b) {
  int i = get_global_id(0);
  b[i] = hypot(a[i], c[i]);
}
kernel void gauss(global const float *restrict a, global float *restrict b) {
  int i = get_global_id(0);
  b[i] = exp(-a[i] * a[i]);
}
kernel void curves(global const float *restrict a, global float *restrict exp_, global float *restrict tanh_,
                   global float *restrict atan_, global float *restrict erf_) {
  int i = get_global_id(0);
  exp_[i] = exp(a[i]), tanh_[i] = tanh(a[i]), atan_[i] = atan(a[i]), erf_[i] = erf(a[i]);
}
kernel void logarithm(global const float *restrict a, global float *restrict b) {
  b[get_global_id(0)] = log(a[get_global_id(0)]);
}
