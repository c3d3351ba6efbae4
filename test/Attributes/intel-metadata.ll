; The names that other FPGA compilers use for the same attributes.
; 2 * 3 * 1 = 6 compute units; 8 * 4 * 2 = 64 work-items.
; RUN: %opt -passes='print<fpga-summary>' -disable-output %s | FileCheck %s
; CHECK-DAG: "num_compute_units": 6
; CHECK-DAG: "num_simd_work_items": 4
; CHECK-DAG: "max_work_group_size": 64
target triple = "spir64"

define spir_kernel void @k(ptr addrspace(1) %a) !num_simd_work_items !0 !num_compute_units !1 !max_work_group_size !2 {
  ret void
}

!0 = !{i32 4}
!1 = !{i32 2, i32 3, i32 1}
!2 = !{i32 8, i32 4, i32 2}
