// The form of the element is that of the streamed loops.
// RUN: %sourceir %s -o %t.ll
// RUN: %opt -passes='fpga-variants<form=comb;global=100>' -S %t.ll 2>/dev/null | FileCheck %s --check-prefix=COMB
// RUN: %opt -passes='fpga-variants<variant=map-par[2]{map-seq f} . reshapeTo 2;global=100>' -S %t.ll 2>/dev/null | FileCheck %s --check-prefix=SEQ
kernel void k(global int *a) { a[get_global_id(0)] = 1; }
// COMB: br label %x.header, !llvm.loop [[LOOP:![0-9]+]]
// COMB-DAG: [[LOOP]] = distinct !{[[LOOP]], [[FORM:![0-9]+]]}
// COMB-DAG: [[FORM]] = !{!"roofline.form", !"comb"}
// SEQ: br label %x.header, !llvm.loop [[LOOP:![0-9]+]]
// SEQ-DAG: [[LOOP]] = distinct !{[[LOOP]], [[FORM:![0-9]+]]}
// SEQ-DAG: [[FORM]] = !{!"roofline.form", !"seq"}
