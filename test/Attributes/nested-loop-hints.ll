; A loop with ivdep, unroll 4 and ii 2, as clang writes it: one inside the other.
; The `unroll.disable` in the follow-up only says that unrolling is done by then.
; From: #pragma unroll 4 / #pragma ivdep / #pragma ii 2
; RUN: %opt -passes='print<fpga-summary>' -disable-output %s | FileCheck %s
; CHECK: "loops": [
; CHECK-DAG: "ignore_dependences": true
; CHECK-DAG: "requested_ii": 2
; CHECK-DAG: "disabled": false
; CHECK-DAG: "full": false
; CHECK-DAG: "factor": 4
; CHECK: ],
target triple = "spir64"

define spir_kernel void @k(ptr addrspace(1) %a, i32 %n) {
entry:
  br label %body
body:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %p = getelementptr float, ptr addrspace(1) %a, i32 %i
  store float 0.0, ptr addrspace(1) %p, !llvm.access.group !9
  %next = add nsw i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %body, label %exit, !llvm.loop !0
exit:
  ret void
}

!0 = distinct !{!0, !1, !2, !3, !4}
!1 = !{!"llvm.loop.parallel_accesses", !9}
!2 = !{!"llvm.loop.vectorize.width", i32 1}
!3 = !{!"llvm.loop.vectorize.enable", i1 true}
!4 = !{!"llvm.loop.vectorize.followup_all", !1, !5, !6}
!5 = !{!"llvm.loop.unroll.count", i32 4}
!6 = !{!"llvm.loop.unroll.followup_all", !1, !7, !8}
!7 = !{!"llvm.loop.unroll.disable"}
!8 = !{!"llvm.loop.pipeline.initiationinterval", i32 2}
!9 = distinct !{}
