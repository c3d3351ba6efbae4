// A way that no value takes is no arm of a branch.
// RUN: %sourceir %s -o %t.ll
// RUN: %opt -passes='print<fpga-analysis>' -disable-output %t.ll 2>/dev/null | FileCheck %s
// CHECK: block {{.*}}br
// CHECK-NEXT: branch
// CHECK-NEXT: block {{.*}}fadd
// CHECK-NEXT: block {{.*}}fmul
// CHECK-NEXT: block {{.*}}store
// CHECK-NOT: unreachable
kernel void k(global float *A, int c) {
  float x = A[0];
  switch (c & 1) {
  case 0:
    x += 1;
    A[1] = x;
    break;
  case 1:
    x *= 3;
    A[2] = x;
    break;
  default:
    __builtin_unreachable();
  }
  A[3] = x;
}
