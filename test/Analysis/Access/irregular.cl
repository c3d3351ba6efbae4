// An index that is no affine form says why, and where.
// RUN: %clang -O2 -S -emit-llvm -fno-discard-value-names -Xclang -disable-llvm-passes -gline-tables-only %s -o %t.ll
// RUN: %opt -passes='print<fpga-analysis>' -disable-output %t.ll 2>/dev/null | FileCheck %s
kernel void k(global int *A, global int *I, int w) {
  int i = get_global_id(0);
  // CHECK: global write of A at [[@LINE+1]]:{{[0-9]+}}, 4 bytes: irregular, index is read from memory at [[@LINE+1]]:5
  A[I[i]] = 1;
  // CHECK: global write of A at [[@LINE+1]]:{{[0-9]+}}, 4 bytes: irregular, index is not linear in work-item ids and loop counters: 4*(global_id(0) % w)
  A[i % w] = 2;
}
