// 5 lanes do not divide 4 rows, but the 60 work-items: 12 each, whose ids are
// quotient and remainder of the position.
// RUN: %sourceir %s -o %t.ll
// RUN: %opt -passes='fpga-variants<lanes=5;global=15x4>,verify' -S %t.ll 2>/dev/null | FileCheck %s
kernel void k(global int *a) {
  a[get_global_id(1) * 15 + get_global_id(0)] = 1;
}
// CHECK-LABEL: define void @k.variant(
// CHECK: icmp ult i64 %lane, 5
// CHECK: icmp ult i64 %position, 12
// CHECK: [[FIRST:%.*]] = mul nuw nsw i64 %lane, 12
// CHECK: [[AT:%.*]] = add nuw nsw i64 [[FIRST]], %position
// CHECK-DAG: urem i64 [[AT]], 15
// CHECK-DAG: udiv i64 [[AT]], 15
