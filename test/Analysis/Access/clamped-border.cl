// Border handling by clamp keeps the form of the interior.
// RUN: %clang -O2 -S -emit-llvm -fno-discard-value-names -Xclang -disable-llvm-passes -gline-tables-only %s -o %t.ll
// RUN: %opt -passes='print<fpga-analysis>' -disable-output %t.ll 2>/dev/null | FileCheck %s
kernel void k(global const float *A, global float *B, int w) {
  int i = get_global_id(0);
  // CHECK: global read of A at [[@LINE+1]]:{{[0-9]+}}, 4 bytes: 4 + 4*global_id(0), clamped
  B[i] = A[min(i + 1, w - 1)];
}
