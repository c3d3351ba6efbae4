; Without libRooflineCores.so beside it, the plugin says which pass it cannot have.
; RUN: rm -rf %t && mkdir %t && cp %plugin %t/libRoofline.so
; RUN: not opt -load-pass-plugin=%t/libRoofline.so -passes='fpga-variants<lanes=2>' \
; RUN:   -disable-output %s 2>&1 | FileCheck %s
; CHECK: error: fpga-variants: {{.*}}libRooflineCores.so{{.*}}package roofline-cores, has this pass
; RUN: opt -load-pass-plugin=%t/libRoofline.so -passes='print<fpga-summary>' -disable-output %s
define void @f() {
  ret void
}
