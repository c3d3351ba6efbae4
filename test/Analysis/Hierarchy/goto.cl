// A loop made of jumps stands at its first statement.
// RUN: %sourceir %s -o %t.ll
// RUN: %opt -passes='print<fpga-analysis>' -disable-output %t.ll 2>/dev/null | FileCheck %s
kernel void k(global int *A, int n) {
  int i = 0;
top:
  // CHECK: loop at [[@LINE+1]]:3 trip (max(n, 2) + 1) / 2
  A[i] = i;
  i += 2;
  if (i < n)
    goto top;
}
