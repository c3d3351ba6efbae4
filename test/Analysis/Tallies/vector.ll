; An operation on a vector is one, of as many lanes.
; RUN: %opt -passes='print<fpga-tallies>' -disable-output %s 2>/dev/null | FileCheck %s
target triple = "spir64"
define spir_kernel void @k(ptr addrspace(1) %a) {
  %v = load <4 x float>, ptr addrspace(1) %a
  %w = fmul <4 x float> %v, %v
  store <4 x float> %w, ptr addrspace(1) %a
  ret void
}
; CHECK-DAG: 1 load of 32 bits x 4, 16 B global{{$}}
; CHECK-DAG: 1 fmul of 32 bits x 4{{$}}
; CHECK-DAG: 1 store of 32 bits x 4, 16 B global{{$}}
