// What the text of a request may not say.
// RUN: %sourceir %s -o %t.ll
// RUN: not %opt -passes='fpga-variants<lane=2>' -disable-output %t.ll 2>&1 | FileCheck %s --check-prefix=KEY
// RUN: not %opt -passes='fpga-variants<lanes=0>' -disable-output %t.ll 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: not %opt -passes='fpga-variants<global=64y48>' -disable-output %t.ll 2>&1 | FileCheck %s --check-prefix=SIZE
// RUN: not %opt -passes='fpga-variants<global=1x2x3x4>' -disable-output %t.ll 2>&1 | FileCheck %s --check-prefix=MANY
// RUN: not %opt -passes='fpga-variants<form=loop>' -disable-output %t.ll 2>&1 | FileCheck %s --check-prefix=FORM
// RUN: not %opt -passes='fpga-variants<arg.n=x>' -disable-output %t.ll 2>&1 | FileCheck %s --check-prefix=ARG
// RUN: not %opt -passes='fpga-variants<global=8;arg.m=1>' -disable-output %t.ll 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not %opt -passes='fpga-variants<kernel=other;global=8>' -disable-output %t.ll 2>&1 | FileCheck %s --check-prefix=KERNEL
// RUN: not %opt -passes='fpga-variants<lanes=2;variant=map-pipe f;global=8>' -disable-output %t.ll 2>&1 | FileCheck %s --check-prefix=BOTH
// RUN: not %opt -passes='fpga-variants<variant=map-pope f;global=8>' -disable-output %t.ll 2>&1 | FileCheck %s --check-prefix=TEXT
// RUN: not %opt -passes='fpga-variants<global=8x8;local=4>' -disable-output %t.ll 2>&1 | FileCheck %s --check-prefix=LOCAL
// RUN: not %opt -passes='fpga-variants<global=4000000000x4000000000x4>' -disable-output %t.ll 2>&1 | FileCheck %s --check-prefix=LARGE
kernel void k(global int *a, int n) { a[get_global_id(0)] = n; }
// KEY: error: fpga-variants: 'lane=2': kernel=, variant=, lanes=, vector=, form=, global=, local=, arg.NAME= or remainder is expected
// COUNT: error: fpga-variants: 'lanes=0': a whole number of at least 1 is expected
// SIZE: error: fpga-variants: 'global=64y48': '64y48' is not a size from 1 to 2^32
// MANY: error: fpga-variants: 'global=1x2x3x4': a list of one to three sizes is expected
// FORM: error: fpga-variants: 'form=loop': pipe, comb or seq is expected
// ARG: error: fpga-variants: 'arg.n=x': arg.NAME=INTEGER is expected
// NAME: error: fpga-variants: kernel k: there is no argument 'm'
// KERNEL: error: fpga-variants: there is no kernel 'other'
// BOTH: error: fpga-variants: either variant= or lanes=, vector= and form=
// TEXT: error: fpga-variants: 'map-pope f': column 1: there is no 'map-pope'
// LOCAL: error: fpga-variants: local= has not as many sizes as global=
// LARGE: error: fpga-variants: 'global=4000000000x4000000000x4': the sizes multiply to 2^63 or more
