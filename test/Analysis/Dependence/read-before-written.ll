; a[i] = a[i + 3]: what is written is read no more.
; RUN: %opt -passes='print<fpga-analysis>' -disable-output %s 2>/dev/null | FileCheck %s
target triple = "spir64"
define spir_kernel void @k(ptr addrspace(1) %a, i64 %n) {
  br label %head
head:
  %i = phi i64 [ 0, %0 ], [ %next, %body ]
  %more = icmp slt i64 %i, %n
  br i1 %more, label %body, label %end
body:
  %j = add nsw i64 %i, 3
  %from = getelementptr i32, ptr addrspace(1) %a, i64 %j
  %v = load i32, ptr addrspace(1) %from
  %k = add nsw i64 %i, 0
  %to = getelementptr i32, ptr addrspace(1) %a, i64 %k
  store i32 %v, ptr addrspace(1) %to
  %next = add nsw i64 %i, 1
  br label %head
end:
  ret void
}
; CHECK-NOT: memory dependence
