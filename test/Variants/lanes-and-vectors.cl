// Lanes are a loop around the rows of each, vectors the innermost loop.
// RUN: %sourceir %s -o %t.ll
// RUN: %opt -passes='fpga-variants<lanes=4;vector=2;global=64x48>,verify' -S %t.ll 2>/dev/null | FileCheck %s
kernel void k(global const int *a, global int *b, int width) {
  int i = get_global_id(1) * width + get_global_id(0);
  b[i] = a[i];
}
// The kernel itself stays.
// CHECK: define {{.*}}spir_kernel void @k(
// CHECK-LABEL: define void @k.variant(ptr addrspace(1) {{.*}}%a, ptr addrspace(1) {{.*}}%b, i32 {{.*}}%width)
// CHECK: icmp ult i64 %lane, 4
// CHECK: icmp ult i64 %y, 12
// CHECK: icmp ult i64 %x, 32
// CHECK: icmp ult i64 %element, 2
// CHECK: br label %element.header, !llvm.loop [[ELEMENT:![0-9]+]]
// CHECK: br label %x.header, !llvm.loop [[X:![0-9]+]]
// CHECK: br label %y.header, !llvm.loop [[Y:![0-9]+]]
// CHECK: br label %lane.header, !llvm.loop [[LANE:![0-9]+]]
// CHECK-DAG: [[ELEMENT]] = distinct !{[[ELEMENT]], [[PAR:![0-9]+]]}
// CHECK-DAG: [[X]] = distinct !{[[X]], [[PIPE:![0-9]+]]}
// CHECK-DAG: [[Y]] = distinct !{[[Y]], [[PIPE]]}
// CHECK-DAG: [[LANE]] = distinct !{[[LANE]], [[PAR]]}
// CHECK-DAG: [[PAR]] = !{!"roofline.form", !"par"}
// CHECK-DAG: [[PIPE]] = !{!"roofline.form", !"pipe"}
