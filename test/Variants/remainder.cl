// 100 work-items on 3 lanes of 2 elements: 16 steps each, and 4 are left over.
// RUN: %sourceir %s -o %t.ll
// RUN: %opt -passes='fpga-variants<lanes=3;vector=2;global=100;remainder>,verify' -S %t.ll 2>/dev/null | FileCheck %s
kernel void k(global int *a) { a[get_global_id(0)] = 1; }
// CHECK-LABEL: define void @k.variant(
// CHECK: icmp ult i64 %lane, 3
// CHECK: icmp ult i64 %position, 16
// CHECK: icmp ult i64 %element, 2
// CHECK: icmp ult i64 %rest, 4
// CHECK: add nuw nsw i64 %rest, 96
