// Signed and unsigned quotients by constants, without registers and with: no lint, and proven.
// REQUIRES: iverilog, verilator
// DEFINE: %{kernel} = by_seven
// DEFINE: %{variant} = map-comb f
// DEFINE: %{prove} = %roofline emit verilog %s --kernel %{kernel} --global 60 --variant '%{variant}' -o %t/%{kernel} && \
// DEFINE:   cd %t/%{kernel} && verilator --lint-only -Wall --top-module %{kernel} -y rtl *.v && \
// DEFINE:   %verify . --no-synthesis --seeds 1 | FileCheck %s
// RUN: rm -rf %t && mkdir %t
// RUN: %{prove}
// REDEFINE: %{kernel} = rest_of_shorts
// RUN: %{prove}
// REDEFINE: %{kernel} = by_minus_ten
// RUN: %{prove}
// REDEFINE: %{kernel} = unsigned_by_three
// RUN: %{prove}
// REDEFINE: %{variant} = map-pipe f
// REDEFINE: %{kernel} = rest_of_shorts_pipe
// RUN: %{prove}
// CHECK: outputs equal the original's, bit for bit
kernel void by_seven(global const long *restrict a, global long *restrict out) {
  int i = get_global_id(0);
  out[i] = a[i] / 7;
}
kernel void rest_of_shorts(global const short *restrict a, global short *restrict out) {
  int i = get_global_id(0);
  out[i] = a[i] % 7;
}
kernel void rest_of_shorts_pipe(global const short *restrict a, global short *restrict out) {
  int i = get_global_id(0);
  out[i] = a[i] % 7;
}
kernel void by_minus_ten(global const int *restrict a, global int *restrict out) {
  int i = get_global_id(0);
  out[i] = a[i] / -10;
}
kernel void unsigned_by_three(global const uint *restrict a, global uint *restrict out) {
  int i = get_global_id(0);
  out[i] = a[i] / 3u;
}
