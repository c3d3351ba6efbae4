; Attributes as function attributes of the kernel.
; RUN: %opt -passes='print<fpga-summary>' -disable-output %s | FileCheck %s
; CHECK-DAG: "num_compute_units": 3
; CHECK-DAG: "num_simd_work_items": 2
; CHECK-DAG: "autorun": true
target triple = "spir64"

define spir_kernel void @k() "fpga.num_compute_units"="3" "fpga.num_simd_work_items"="2" "fpga.autorun"="1" {
  ret void
}
