// clamp and dot are what they consist of; sqrt and exp are operators.
// RUN: %sourceir %s -o %t.ll
// RUN: %opt -passes='print<fpga-analysis>' -disable-output %t.ll 2>/dev/null | FileCheck %s
kernel void k(global float *A, global float4 *V) {
  int i = get_global_id(0);
  A[i] = sqrt(clamp(A[i], 0.0f, 1.0f)) + exp(dot(V[i], V[i + 1]));
}
// CHECK-NOT: clamp
// CHECK-NOT: dot
// CHECK: block {{.*}}sqrt{{.*}}fmul{{.*}}fadd{{.*}}exp
