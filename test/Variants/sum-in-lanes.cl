// A sum of integers of one work-item, 100 elements on 4 lanes of 5: the counter
// and the sum go from lane to lane.
// RUN: %sourceir %s -o %t.ll
// RUN: %opt -passes='fpga-variants<lanes=4;vector=5;arg.n=100>,verify' -S %t.ll 2>/dev/null | FileCheck %s
kernel void k(global const int *a, global int *sum, int n) {
  int s = 0;
  for (int i = 0; i < n; ++i)
    s += a[i];
  *sum = s;
}
// CHECK-LABEL: define void @k.variant(
// CHECK: lane.header:
// CHECK-DAG: phi i32 [ 0, %entry ], [ [[SUM:%add.*last.*]], %lane.latch ]
// CHECK: load i32
// CHECK: icmp ult i64 %position.step.next, 5
// CHECK: icmp ult i64 %position.next, 5
// CHECK: [[SUM]] = phi i32
// CHECK: icmp ult i64 %lane.next, 4
// CHECK: store i32
