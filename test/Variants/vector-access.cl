// vloadN and vstoreN are accesses of N elements that are aligned as one.
// RUN: %sourceir %s -o %t.ll
// RUN: %opt -passes='fpga-variants<lanes=2;global=100>,verify' -S %t.ll 2>/dev/null | FileCheck %s
kernel void k(global const float *a, global float *b) {
  size_t i = get_global_id(0);
  vstore4(vload4(i, a), i, b + 1);
}
// CHECK-LABEL: define void @k.variant(
// CHECK: [[FROM:%.*]] = mul i64 [[I:%.*]], 4
// CHECK: [[AT:%.*]] = getelementptr float, ptr addrspace(1) %a, i64 [[FROM]]
// CHECK: [[V:%.*]] = load <4 x float>, ptr addrspace(1) [[AT]], align 4
// CHECK: [[TO:%.*]] = mul i64 [[I]], 4
// CHECK: [[THERE:%.*]] = getelementptr float, ptr addrspace(1) {{%.*}}, i64 [[TO]]
// CHECK: store <4 x float> [[V]], ptr addrspace(1) [[THERE]], align 4
