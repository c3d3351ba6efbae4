// clang fuses a product and a difference by a negation that nobody wrote.
// RUN: %roofline analyze %s --verbose | FileCheck %s
// CHECK: fadd float32 {{ *}}3{{$}}
// CHECK: fmul float32 {{ *}}3{{$}}
// CHECK: fneg float32 {{ *}}1{{$}}
// CHECK: W [floating-point operation] {{ *}}7{{$}}
kernel void k(global const float *a, global float *o) {
  float x = a[0], y = a[1], z = a[2];
  o[0] = z - x * y;
  o[1] = x * y - z;
  o[2] = -x * y + z;
}
