// padTo adds rows, in which no work-item stands: 50 of which 48 count.
// RUN: %sourceir %s -o %t.ll
// RUN: %opt -passes='fpga-variants<variant=map-par[5]{map-pipe f} . reshapeTo 5 . padTo 3200;global=64x48>,verify' -S %t.ll 2>/dev/null | FileCheck %s
kernel void k(global int *a) {
  a[get_global_id(1) * get_global_size(0) + get_global_id(0)] =
      get_global_size(1);
}
// CHECK-LABEL: define void @k.variant(
// CHECK: icmp ult i64 %lane, 5
// CHECK: icmp ult i64 %y, 10
// CHECK: icmp ult i64 %x, 64
// CHECK: [[ROW:%.*]] = add nuw nsw i64 {{.*}}, %y
// CHECK: [[COUNTS:%.*]] = icmp ult i64 [[ROW]], 48
// CHECK: br i1 [[COUNTS]], label %active, label %padding
// The kernel sees its own size.
// CHECK: store i32 48
