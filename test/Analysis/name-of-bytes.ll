; A name of IR may have any bytes: JSON writes those that are no text as a replacement character.
; RUN: opt-22 -load-pass-plugin=%plugin -passes='print<fpga-summary>' -disable-output %s 2>/dev/null | FileCheck %s
; CHECK: "name": "a�"
target triple = "spir64"
define spir_kernel void @k(ptr addrspace(1) %"a\84") {
  store i32 0, ptr addrspace(1) %"a\84"
  ret void
}
