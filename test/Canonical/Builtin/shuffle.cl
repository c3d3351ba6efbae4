// A lane that a value chooses takes the address, a mask and a multiplexer, of
// any width: depth 3. One that constants choose is wiring behind the address.
// None has a branch.
// RUN: %roofline analyze --verbose --model hpca16-repaired %s --global 1024 --local 64 | FileCheck %s
// CHECK-LABEL: kernel chosen
// CHECK: block {{.*}} 3 1026
// CHECK-LABEL: kernel chosen_of_two
// CHECK: block {{.*}} 3 1026
// CHECK-LABEL: kernel wired
// CHECK: block {{.*}} 1 1024
// CHECK-LABEL: kernel lane
// CHECK: block {{.*}} 3 1026
kernel void chosen(global const float4 *x, global const uint4 *m,
                   global float4 *o) {
  int i = get_global_id(0);
  o[i] = shuffle(x[i], m[i]);
}
kernel void chosen_of_two(global const char8 *x, global const char8 *y,
                          global const uchar16 *m, global char16 *o) {
  int i = get_global_id(0);
  o[i] = shuffle2(x[i], y[i], m[i]);
}
kernel void wired(global const float4 *x, global const float4 *y,
                  global float4 *o) {
  int i = get_global_id(0);
  o[i] = shuffle2(x[i], y[i], (uint4)(7, 1, 4, 0));
}
kernel void lane(global const float4 *x, global const int *m, global float *o) {
  int i = get_global_id(0);
  float4 v = x[i];
  o[i] = v[m[i] & 3];
}
