// Each element of a running sum needs all before it.
// RUN: %sourceir %s -o %t.ll
// RUN: not %opt -passes='fpga-variants<lanes=4;arg.n=100>' -disable-output %t.ll 2>&1 | FileCheck %s
kernel void k(global const int *restrict a, global int *restrict b, int n) {
  int s = 0;
  for (int i = 0; i < n; ++i) {
    s += a[i];
    // CHECK: running-sum.cl:[[@LINE+1]]:{{[0-9]+}}: uses what all iterations before it left
    b[i] = s;
  }
}
