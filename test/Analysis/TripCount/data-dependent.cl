// What the data decides is unknown, with the place of the exit.
// RUN: %sourceir %s -o %t.ll
// RUN: %opt -passes='print<fpga-analysis>' -disable-output %t.ll 2>/dev/null | FileCheck %s
kernel void k(global int *A, int n) {
  // CHECK: loop at [[@LINE+1]]:3 trip <= n{{$}}
  for (int i = 0; i < n && A[i] > 0; ++i)
    A[i] = 1;
  // CHECK: loop at [[@LINE+1]]:3 trip unknown: data-dependent exit at [[@LINE+1]]:15, on a value that is read from memory at [[@LINE+2]]:13
  while (A[0] != 3)
    A[0] += A[1];
  // CHECK: loop at [[@LINE+1]]:3 trip unknown: trip count is read from memory at [[@LINE+1]]:{{[0-9]+}}
  for (int i = 0, e = A[5]; i < e; ++i)
    A[i] = 2;
}
