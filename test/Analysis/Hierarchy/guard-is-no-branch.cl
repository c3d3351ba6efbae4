// The zero-trip test that loop rotation adds is the loop's own, not a branch.
// RUN: %clang -O2 -S -emit-llvm -fno-discard-value-names -Xclang -disable-llvm-passes -gline-tables-only %s -o %t.ll
// RUN: %opt -passes='print<fpga-analysis>' -disable-output %t.ll 2>/dev/null | FileCheck %s
kernel void scale(global float *A, int N) {
  for (int i = 0; i < N; ++i)
    A[i] *= 2;
}
// CHECK-NOT: branch
// CHECK: loop at 5:3 trip N
// CHECK-NOT: predicated
