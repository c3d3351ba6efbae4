; A condition on what is read has no form: data decide.
; RUN: %opt -passes='print<fpga-guards>' -disable-output %s 2>/dev/null | FileCheck %s
target triple = "spir64"
define spir_kernel void @k(ptr addrspace(1) %a) {
  %v = load i32, ptr addrspace(1) %a
  %holds = icmp eq i32 %v, 3
  br i1 %holds, label %then, label %end
then:
  store i32 1, ptr addrspace(1) %a
  br label %end
end:
  ret void
}
; CHECK: kernel k
; CHECK-NEXT: block at ? always
; CHECK-NEXT: block at ? where data
; CHECK-NEXT: block at ? always
