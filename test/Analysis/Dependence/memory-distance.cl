// A recurrence through memory has its distance; ivdep is kept beside it.
// RUN: %sourceir %s -o %t.ll
// RUN: %opt -passes='print<fpga-analysis>' -disable-output %t.ll 2>/dev/null | FileCheck %s
kernel void k(global float *A, global int *H, global const int *D, int n) {
  // CHECK: loop at [[@LINE+2]]:3 trip n - 3
  // CHECK: memory dependence from store at [[@LINE+2]]:{{[0-9]+}} to load at [[@LINE+2]]:{{[0-9]+}}, distance 3
  for (int i = 3; i < n; ++i)
    A[i] = A[i - 3] + 1;
  // CHECK: loop at [[@LINE+2]]:3
  // CHECK: memory dependence from store at [[@LINE+2]]:{{[0-9]+}} to load at [[@LINE+2]]:{{[0-9]+}}, distance unknown
  for (int i = 0; i < n; ++i)
    H[D[i]] += 1;
  // CHECK: loop at [[@LINE+2]]:3
  // CHECK-NOT: memory dependence
  for (int i = 0; i < n; ++i)
    A[i] = A[i] + A[i + 1];
}
