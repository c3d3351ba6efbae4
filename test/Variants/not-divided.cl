// What lanes and vectors do not divide is an error, with the numbers.
// RUN: %sourceir %s -o %t.ll
// RUN: not %opt -passes='fpga-variants<lanes=5;vector=2;global=64x48>' -disable-output %t.ll 2>&1 | FileCheck %s
// RUN: not %opt -passes='fpga-variants<lanes=2;global=1x1x1>' -disable-output %t.ll 2>&1 | FileCheck %s --check-prefix=ALONE
// RUN: not %opt -passes='fpga-variants<lanes=90;vector=2;global=100;remainder>' -disable-output %t.ll 2>&1 | FileCheck %s --check-prefix=MANY
// RUN: not %opt -passes='fpga-variants<variant=map-par[5]{map-pipe f} . reshapeTo 5;global=64x48>' -disable-output %t.ll 2>&1 | FileCheck %s --check-prefix=TEXT
kernel void k(global int *a) { a[get_global_id(0)] = 1; }
// CHECK: error: fpga-variants: kernel k: 5 lanes of 2 elements: they do not divide the 3072 work-items of 64 x 48; 'remainder' gives what is left over to a pipeline of its own
// ALONE: error: fpga-variants: {{.*}}there is neither an NDRange of more than one work-item (give its global size) nor a loop that runs more than once
// MANY: error: fpga-variants: kernel k: 90 lanes of 2 elements: more at once than the 100 work-items of 100
// TEXT: error: fpga-variants: kernel k: column 26: reshapeTo 5: it does not divide the 3072 elements of Vect 3072 t
