// Without a size the variant takes it as further arguments.
// RUN: %sourceir %s -o %t.ll
// RUN: %opt -passes='fpga-variants<>,verify' -S %t.ll 2>/dev/null | FileCheck %s
kernel void k(global int *a) {
  a[get_global_id(1) * get_global_size(0) + get_global_id(0)] = 1;
}
// CHECK-LABEL: define void @k.variant(ptr addrspace(1) {{.*}}%a, i64 %global_size_0, i64 %global_size_1)
// CHECK: icmp ult i64 %y, %global_size_1
// CHECK: icmp ult i64 %x, %global_size_0
// CHECK: mul i64 {{%y, %global_size_0|%global_size_0, %y}}
