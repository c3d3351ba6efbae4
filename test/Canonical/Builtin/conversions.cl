// A conversion between widths is wiring, also where simplification shifts for it.
// RUN: %sourceir %s -o %t.ll
// RUN: %opt -passes='print<fpga-analysis>' -disable-output %t.ll 2>/dev/null | FileCheck %s
kernel void k(global const float *x, global float *o) {
  int i = get_global_id(0);
  // CHECK: block get_global_id trunc sext getelementptr load getelementptr load fadd store ret
  o[i] = x[i] + o[i];
}
