// Whether lanes divide an unknown number of work-items is not known.
// RUN: %sourceir %s -o %t.ll
// RUN: not %opt -passes='fpga-variants<lanes=2>' -disable-output %t.ll 2>&1 | FileCheck %s
kernel void k(global int *a) { a[get_global_id(0)] = 1; }
// CHECK: error: fpga-variants: kernel k: the number of work-items is not known, so it is not known whether lanes and vectors divide it: global=
