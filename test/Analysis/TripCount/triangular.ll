; A loop that ends at a work-item has as many iterations as its id says.
; RUN: %opt -passes='print<fpga-analysis>' -disable-output %s 2>/dev/null | FileCheck %s
target triple = "spir64"
declare i64 @_Z13get_global_idj(i32)

define spir_kernel void @k(ptr addrspace(1) %a) {
  %g = call i64 @_Z13get_global_idj(i32 0)
  br label %head
head:
  %i = phi i64 [ 0, %0 ], [ %next, %body ]
  %more = icmp slt i64 %i, %g
  br i1 %more, label %body, label %end
body:
  %p = getelementptr i32, ptr addrspace(1) %a, i64 %i
  store volatile i32 1, ptr addrspace(1) %p
  %next = add nsw i64 %i, 1
  br label %head
end:
  ret void
}
; CHECK: loop at ? trip global_id(0){{$}}
