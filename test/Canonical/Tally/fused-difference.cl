// clang fuses a product and a difference by a negation that nobody wrote, and
// gives the sign of a product that somebody did the same place.
// RUN: %roofline analyze %s --verbose | FileCheck %s
// CHECK: fadd float32 {{ *}}6{{$}}
// CHECK: fmul float32 {{ *}}6{{$}}
// CHECK: fneg float32 {{ *}}3{{$}}
// CHECK: W [floating-point operation] {{ *}}15{{$}}
kernel void k(global const float *a, global float *o) {
  float x = a[0], y = a[1], z = a[2];
  o[0] = z - x * y;
  o[1] = x * y - z;
  o[2] = -x * y + z;
  o[3] = -(x * y) + z;
  o[4] = -(x * y) - z;
  o[5] -= x * y;
}
