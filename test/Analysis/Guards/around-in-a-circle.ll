; A condition of jumps that form no loop asks for itself: what decides is data, and the analysis ends.
; RUN: %opt -passes='print<fpga-guards>' -disable-output %s 2>&1 | FileCheck %s
; CHECK: kernel circle
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

define spir_kernel void @circle(ptr addrspace(1) %out, i32 %n) {
entry:
  br label %turn

turn:
  %first = icmp eq i32 %n, 3
  br i1 %first, label %left, label %right

right:
  %ends = phi i1 [ %first, %left ], [ false, %turn ]
  br i1 %ends, label %next, label %left

left:
  store i32 %n, ptr addrspace(1) %out
  br label %right

next:
  br label %turn
}
