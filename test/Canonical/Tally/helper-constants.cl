// A helper's own constants are computed with where it is written: 2 * pi * v are
// two multiplications for each work-item, as in a kernel's own code.
// RUN: %clang -O2 -emit-llvm -c %s -o /dev/null -mllvm -fpga-global=64 -Rpass-analysis=fpga-cost 2>&1 | FileCheck %s
// CHECK-COUNT-2: W = 128 floating-point operations
// So do a quotient of a converted constant and a factor of 1.
// CHECK-COUNT-2: W = 192 floating-point operations
static float circle(float v) {
  float pi = 3.14f;
  return 2 * pi * v;
}
kernel void called(global float *a) {
  size_t i = get_global_id(0);
  a[i] = circle(a[i]);
}
kernel void own(global float *a) {
  size_t i = get_global_id(0);
  float pi = 3.14f;
  a[i] = 2 * pi * a[i];
}
static float scaled(float v) {
  int n = 8;
  float one = 1.0f, share = one / n;
  return v * share * one;
}
kernel void called2(global float *a) {
  size_t i = get_global_id(0);
  a[i] = scaled(a[i]);
}
kernel void own2(global float *a) {
  size_t i = get_global_id(0);
  int n = 8;
  float one = 1.0f, share = one / n;
  a[i] = a[i] * share * one;
}
