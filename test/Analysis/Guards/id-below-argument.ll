; A condition on an id and an argument is a form, 1 where it holds: 0 < n - i.
; RUN: %opt -passes='print<fpga-guards>' -disable-output %s 2>/dev/null | FileCheck %s
target triple = "spir64"
declare i64 @_Z13get_global_idj(i32)

define spir_kernel void @k(ptr addrspace(1) %a, i64 %n) {
  %i = call i64 @_Z13get_global_idj(i32 0)
  %holds = icmp slt i64 %i, %n
  br i1 %holds, label %then, label %end
then:
  %p = getelementptr i32, ptr addrspace(1) %a, i64 %i
  store i32 1, ptr addrspace(1) %p
  br label %end
end:
  ret void
}
; CHECK: kernel k
; CHECK-NEXT: block at ? always
; CHECK-NEXT: block at ? where max(min(-global_id(0) + n, 1), 0)
; CHECK-NEXT: block at ? always
