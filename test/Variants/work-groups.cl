// Given the work-group's size, what a kernel asks of its group is known; without
// it the place of the question is told.
// RUN: %sourceir %s -o %t.ll
// RUN: %opt -passes='fpga-variants<global=64;local=16>,verify' -S %t.ll 2>/dev/null | FileCheck %s
// RUN: not %opt -passes='fpga-variants<global=64>' -disable-output %t.ll 2>&1 | FileCheck %s --check-prefix=ERROR
kernel void k(global int *a) {
  // ERROR: work-groups.cl:[[@LINE+1]]:{{[0-9]+}}: kernel k: get_local_id() needs the work-group's size: --local
  a[get_group_id(0) * get_local_size(0) + get_local_id(0)] = get_num_groups(0);
}
// CHECK-LABEL: define void @k.variant(
// CHECK: urem i64 %x, 16
// CHECK: udiv i64 %x, 16
// CHECK: store i32 4
