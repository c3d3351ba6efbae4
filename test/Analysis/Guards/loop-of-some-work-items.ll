; A loop that work-items from 4 on enter.
; RUN: %opt -passes='print<fpga-guards>' -disable-output %s 2>/dev/null | FileCheck %s
target triple = "spir64"
declare i64 @_Z13get_global_idj(i32)

define spir_kernel void @k(ptr addrspace(1) %a) {
  %g = call i64 @_Z13get_global_idj(i32 0)
  %enters = icmp sgt i64 %g, 3
  br i1 %enters, label %loop, label %end
loop:
  %i = phi i64 [ 0, %0 ], [ %next, %loop ]
  %p = getelementptr i32, ptr addrspace(1) %a, i64 %i
  store i32 1, ptr addrspace(1) %p
  %next = add nsw i64 %i, 1
  %more = icmp slt i64 %next, 9
  br i1 %more, label %loop, label %end
end:
  ret void
}
; CHECK: loop at ? where max(min(global_id(0) - 3, 1), 0)
