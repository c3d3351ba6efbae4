// What is not one space of positions, or not of a known size, is told.
// RUN: %sourceir %s -o %t.ll
// RUN: not %opt -passes='fpga-variants<kernel=open;lanes=2>' -disable-output %t.ll 2>&1 | FileCheck %s --check-prefix=OPEN
// RUN: not %opt -passes='fpga-variants<kernel=two;lanes=2>' -disable-output %t.ll 2>&1 | FileCheck %s --check-prefix=TWO
// RUN: not %opt -passes='fpga-variants<kernel=open;lanes=3;arg.n=100>' -disable-output %t.ll 2>&1 | FileCheck %s --check-prefix=DIVIDE
// RUN: not %opt -passes='fpga-variants<kernel=exits;lanes=2>' -disable-output %t.ll 2>&1 | FileCheck %s --check-prefix=EXITS
// RUN: %opt -passes='fpga-variants<kernel=open;form=seq>,verify' -S %t.ll 2>/dev/null | FileCheck %s --check-prefix=SINGLE
kernel void open(global int *a, int n) {
  // OPEN: loops.cl:[[@LINE+2]]:3: the number of iterations is not known; arg.NAME= binds an argument
  // DIVIDE: loops.cl:[[@LINE+1]]:3: 3 lanes do not divide the loop's 100 iterations
  for (int i = 0; i < n; ++i)
    a[i] = 1;
}
kernel void two(global int *a) {
  // TWO: loops.cl:[[@LINE+1]]:3: two loops follow one another
  for (int i = 0; i < 8; ++i)
    a[i] = 1;
  for (int i = 0; i < 8; ++i)
    a[i] += a[7 - i];
}
kernel void exits(global int *a) {
  // EXITS: loops.cl:[[@LINE+1]]:3: the loop is left from more than one place
  for (int i = 0; i < 8; ++i) {
    if (a[i] == 3)
      break;
    a[i] = 1;
  }
}
// One pipeline takes a loop as it is.
// SINGLE-LABEL: define void @open.variant(
// SINGLE: !llvm.loop [[LOOP:![0-9]+]]
// SINGLE-DAG: [[LOOP]] = distinct !{[[LOOP]], [[FORM:![0-9]+]]}
// SINGLE-DAG: [[FORM]] = !{!"roofline.form", !"seq"}
