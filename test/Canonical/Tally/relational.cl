// Relational builtins of floats are operations of floats, as `<` is: four of
// them for each work-item here.
// RUN: %roofline analyze --verbose %s --global 64 | FileCheck %s
// CHECK: W [floating-point operation] {{ *}}256 {{ *}}4*WI
kernel void ask(global const float *x, global int *y) {
  int i = get_global_id(0);
  y[i] = isgreater(x[i], 1.0f) | isnan(x[i]) | signbit(x[i]) | (x[i] < 2.0f);
}
