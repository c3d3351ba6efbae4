; An operation under a condition is told with it.
; RUN: %opt -passes='print<fpga-tallies>' -disable-output %s 2>/dev/null | FileCheck %s
target triple = "spir64"
declare i64 @_Z13get_global_idj(i32)

define spir_kernel void @k(ptr addrspace(1) %a) {
  %i = call i64 @_Z13get_global_idj(i32 0)
  %holds = icmp sgt i64 %i, 3
  br i1 %holds, label %then, label %end
then:
  store i32 1, ptr addrspace(1) %a
  br label %end
end:
  ret void
}
; CHECK-DAG: 1 store of 32 bits, 4 B global, where max(min(global_id(0) - 3, 1), 0)
; CHECK-DAG: 1 icmp of 64 bits{{$}}
