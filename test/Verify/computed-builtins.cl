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
// RUN: %python %S/Inputs/ulps.py float %t/curves/data a exp:3 tanh:5 atan:5 erf:16

// Models of ordinary kernels price a call, not its body.
// RUN: %roofline analyze --verbose %s --kernel gauss --global 150 --allow-unknown > %t/gauss.txt
// RUN: grep 'without fp_exp' %t/gauss.txt

// Some have tables of constants; sin and cos a product of 96 bits by 2/pi. Native functions are as exact.
// RUN: %{verify} --kernel logarithm --global 150 --simulator icarus | FileCheck %s
// RUN: %roofline emit system %s --kernel tables --global 4000 -o %t/tables
// RUN: %python %S/Inputs/ulps.py float %t/tables/data a log:3 log2:3 log10:3 log1p:2 cbrt:2 exp10:3 expm1:3 sinh:4
// RUN: %roofline emit system %s --kernel angles --global 4000 -o %t/angles
// RUN: %python %S/Inputs/ulps.py float %t/angles/data a sin:4 cos:4 tan:5
// RUN: %roofline emit system %s --kernel powers --global 4000 -o %t/powers
// RUN: %python %S/Inputs/ulps.py float %t/powers/data a,c pow:16 ldexp:0

// The rest, where Python has them, of one argument and of two.
// RUN: %roofline emit system %s --kernel others --global 8000 -o %t/others
// RUN: %python %S/Inputs/ulps.py float %t/others/data a cosh:4 asinh:4 exp2:3 erfc:16
// RUN: %python %S/Inputs/ulps.py float %t/others/data a,c atan2:6 hypot:4

// Of double, too.
// RUN: %{verify} --kernel double_exp --global 100 --simulator icarus | FileCheck %s
// RUN: %roofline emit system %s --kernel doubles --global 4000 -o %t/doubles
// RUN: %python %S/Inputs/ulps.py double %t/doubles/data a exp:3 log:3 sin:4 erf:16
// RUN: %python %S/Inputs/ulps.py double %t/doubles/data a,c pow:16

// A function of the kernel's own is no builtin, and a body that is missing leaves the others of its name.
// RUN: not %roofline emit verilog %s --variant 'map-pipe f' -D OWN --kernel own_sin --global 10 -o %t/x 2>&1 | FileCheck %s --check-prefix=OWN
// OWN: error: {{.*native_sin}}
// RUN: %roofline emit verilog %s --kernel error_of_one --global 10 -o %t/one
// RUN: not %roofline emit verilog %s --variant 'map-pipe f' --kernel error_of_four --global 10 -o %t/x 2>&1 | FileCheck %s --check-prefix=ERF
// ERF: 'erf' has no operator in a datapath

// What has no body is named.
// RUN: not %roofline emit verilog %s --variant 'map-pipe f' --kernel gamma --global 10 -o %t/x 2>&1 | FileCheck %s --check-prefix=GAMMA
// GAMMA: computed-builtins.cl:[[#@LINE+40]]:{{[0-9]+}}: 'tgamma' has no operator in a datapath

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
  b[get_global_id(0)] = native_log(a[get_global_id(0)]);
}
kernel void tables(global const float *restrict a, global float *restrict log_, global float *restrict log2_,
                   global float *restrict log10_, global float *restrict log1p_, global float *restrict cbrt_,
                   global float *restrict exp10_, global float *restrict expm1_, global float *restrict sinh_) {
  int i = get_global_id(0);
  log_[i] = log(a[i]), log2_[i] = native_log2(a[i]), log10_[i] = half_log10(a[i]), log1p_[i] = log1p(a[i]);
  cbrt_[i] = cbrt(a[i]), exp10_[i] = native_exp10(a[i]), expm1_[i] = expm1(a[i]), sinh_[i] = sinh(a[i]);
}
kernel void angles(global const float *restrict a, global float *restrict sin_, global float *restrict cos_,
                   global float *restrict tan_) {
  int i = get_global_id(0);
  sin_[i] = native_sin(a[i]), cos_[i] = cos(a[i]), tan_[i] = half_tan(a[i]);
}
kernel void powers(global const float *restrict a, global const float *restrict c, global float *restrict pow_,
                   global float *restrict ldexp_) {
  int i = get_global_id(0);
  pow_[i] = pow(a[i], c[i]), ldexp_[i] = ldexp(a[i], (int)c[i]);
}
kernel void gamma(global const float *restrict a, global float *restrict b) {
  b[get_global_id(0)] = tgamma(a[get_global_id(0)]);
}
kernel void others(global const float *restrict a, global const float *restrict c, global float *restrict cosh_,
                   global float *restrict asinh_, global float *restrict exp2_, global float *restrict erfc_,
                   global float *restrict atan2_, global float *restrict hypot_) {
  int i = get_global_id(0);
  cosh_[i] = cosh(a[i]), asinh_[i] = asinh(a[i]), exp2_[i] = exp2(a[i]), erfc_[i] = erfc(a[i]);
  atan2_[i] = atan2(a[i], c[i]), hypot_[i] = hypot(a[i], c[i]);
}
kernel void double_exp(global const double *restrict a, global double *restrict b) {
  b[get_global_id(0)] = exp(a[get_global_id(0)]);
}
kernel void doubles(global const double *restrict a, global const double *restrict c, global double *restrict exp_,
                    global double *restrict log_, global double *restrict sin_, global double *restrict erf_,
                    global double *restrict pow_) {
  int i = get_global_id(0);
  exp_[i] = exp(a[i]), log_[i] = log(a[i]), sin_[i] = sin(a[i]), erf_[i] = erf(a[i]), pow_[i] = pow(a[i], c[i]);
}
#ifdef OWN
float __attribute__((overloadable)) sin(float x) { return x + x; }
kernel void own_sin(global const float *restrict a, global float *restrict b) {
  b[get_global_id(0)] = sin(a[get_global_id(0)]) + native_sin(a[get_global_id(0)]);
}
#endif
kernel void error_of_one(global const float *restrict a, global float *restrict b) {
  b[get_global_id(0)] = erf(a[get_global_id(0)]);
}
kernel void error_of_four(global const float4 *restrict a, global float4 *restrict b) {
  b[get_global_id(0)] = erf(a[get_global_id(0)]);
}
