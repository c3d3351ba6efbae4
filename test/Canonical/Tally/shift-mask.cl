// OpenCL takes the amount of a shift modulo the width, for which clang adds a
// mask: not the author's, whose own counts.
// RUN: %roofline analyze %s --ops logic,shift --verbose | FileCheck %s
// CHECK: and int32 {{ *}}1{{$}}
// CHECK: shl int32 {{ *}}2{{$}}
// CHECK: W [integer operation] {{ *}}3{{$}}
kernel void k(global const uint *a, global uint *o, uint n) {
  o[0] = a[0] << n;
  o[1] = a[1] << (n & 31);
}
