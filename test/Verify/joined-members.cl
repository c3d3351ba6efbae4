// any() and all() join the members of a comparison, which no port carries.
// RUN: rm -rf %t
// RUN: %roofline emit verilog %s --kernel bounds --global 256 -o %t/bounds
// RUN: %verify %t/bounds --no-synthesis | FileCheck %s
// RUN: %roofline emit verilog %s --kernel kinds --global 256 -o %t/kinds
// RUN: %verify %t/kinds --no-synthesis | FileCheck %s
// CHECK: outputs equal the original's, bit for bit
kernel void bounds(global const int4 *a, global int *o) {
  int i = get_global_id(0);
  o[i] = any(a[i] > (int4)(3)) ? all(a[i] < 9) : 5;
}
kernel void kinds(global const uchar8 *a, global const float4 *b,
                  global int *o) {
  int i = get_global_id(0);
  o[i] = any(a[i] == (uchar8)(7)) + 2 * all(isless(b[i], (float4)(1.5f))) +
         4 * any(isnan(b[i]));
}
