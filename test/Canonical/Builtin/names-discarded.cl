// clang's context discards names of values; the builtins' bodies are read there too.
// RUN: %clang -O2 -c -emit-llvm -fdiscard-value-names %s -o /dev/null -Rpass-analysis=fpga-cost 2>&1 | FileCheck %s
// CHECK-NOT: latency of the operator 'clamp'
// CHECK: remark: kernel k
// CHECK-NOT: latency of the operator 'clamp'
kernel void k(global int *A) {
  int i = get_global_id(0);
  A[i] = clamp(A[i], 0, 1);
}
