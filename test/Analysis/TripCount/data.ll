; A loop whose end is read has no trip count.
; RUN: %opt -passes='print<fpga-analysis>' -disable-output %s 2>/dev/null | FileCheck %s
target triple = "spir64"
define spir_kernel void @k(ptr addrspace(1) %a) {
  %n = load i64, ptr addrspace(1) %a
  br label %head
head:
  %i = phi i64 [ 0, %0 ], [ %next, %body ]
  %more = icmp slt i64 %i, %n
  br i1 %more, label %body, label %end
body:
  %p = getelementptr i32, ptr addrspace(1) %a, i64 %i
  store volatile i32 1, ptr addrspace(1) %p
  %next = add nsw i64 %i, 1
  br label %head
end:
  ret void
}
; CHECK: loop at ? trip unknown: {{.*}}is read from memory
