; A wrong attribute in the IR is named, not dropped.
; RUN: %opt -passes='print<fpga-summary>' -disable-output %s | FileCheck %s
; CHECK: kernel 'three': num_simd_work_items(3): 1, 2, 4, 8 or 16 is expected
; CHECK: kernel 'huge': max_work_group_size(65536,65536,1): too large
; CHECK: kernel 'none': reqd_work_group_size metadata: one to three positive sizes are expected
target triple = "spir64"

define spir_kernel void @three() "fpga.num_simd_work_items"="3" {
  ret void
}
define spir_kernel void @huge() !max_work_group_size !0 {
  ret void
}
define spir_kernel void @none() !reqd_work_group_size !1 {
  ret void
}

!0 = !{i32 65536, i32 65536, i32 1}
!1 = !{i32 16, i32 0, i32 1}
