; A bound that is a lane which its vector does not have is no crash.
; RUN: opt-22 -load-pass-plugin=%plugin -passes='print<fpga-analysis>' -disable-output %s 2>&1 | FileCheck %s
; CHECK: kernel k(a, v, w)
; CHECK: global write of a
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"
define spir_kernel void @k(ptr addrspace(1) %a, <4 x i32> %v, <4 x i32> %w) {
entry:
  %s = shufflevector <4 x i32> %v, <4 x i32> %w, <4 x i32> <i32 3, i32 5, i32 1, i32 7>
  %n = extractelement <4 x i32> %s, i32 9
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  store i32 %i, ptr addrspace(1) %a
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}
