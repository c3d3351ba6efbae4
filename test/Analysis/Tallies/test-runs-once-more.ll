; The test at the head of a loop runs once more than the body.
; RUN: %opt -passes='print<fpga-tallies>' -disable-output %s 2>/dev/null | FileCheck %s
target triple = "spir64"
define spir_kernel void @k(ptr addrspace(1) %a, i64 %n) {
  br label %head
head:
  %i = phi i64 [ 0, %0 ], [ %next, %body ]
  %more = icmp slt i64 %i, %n
  br i1 %more, label %body, label %end
body:
  %p = getelementptr i32, ptr addrspace(1) %a, i64 %i
  store i32 1, ptr addrspace(1) %p
  %next = add nsw i64 %i, 1
  br label %head
end:
  ret void
}
; CHECK-DAG: 1 icmp of 64 bits, loop at ? and its exit{{$}}
; CHECK-DAG: 1 add of 64 bits, loop at ?{{$}}
; CHECK-DAG: 1 store of 32 bits, 4 B global, loop at ?{{$}}
