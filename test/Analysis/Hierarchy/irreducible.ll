; Irreducible control flow is a named unknown, and nothing crashes.
; RUN: %opt -passes='print<fpga-analysis>' -disable-output %s 2>/dev/null | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"
define spir_kernel void @k(ptr addrspace(1) %A, i32 %n) {
entry:
  %c = icmp eq i32 %n, 0
  br i1 %c, label %a, label %b
a:
  store i32 1, ptr addrspace(1) %A
  br label %b
b:
  %v = load volatile i32, ptr addrspace(1) %A
  %d = icmp eq i32 %v, 3
  br i1 %d, label %a2, label %exit
a2:
  %e = load volatile i32, ptr addrspace(1) %A
  %f = icmp eq i32 %e, 4
  br i1 %f, label %a, label %b
exit:
  ret void
}
; CHECK: kernel k(A, n)
; CHECK: unknown at {{.*}}: irreducible control flow
