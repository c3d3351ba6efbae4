// Branches that work-items of a group may take differently, and no others.
// RUN: %sourceir %s -o %t.ll
// RUN: %opt -passes='print<fpga-analysis>' -disable-output %t.ll 2>/dev/null | FileCheck %s
kernel void k(global int *A, global const int *Uniform, int n) {
  int i = get_global_id(0);
  // CHECK: branch by work-item at [[@LINE+1]]:
  if (i < n)
    A[i] = 1;
  // CHECK-NOT: branch by work-item at [[@LINE+1]]:
  if (Uniform[n] > 3)
    A[i] += 2;
  // CHECK-NOT: branch by work-item at [[@LINE+1]]:
  for (int j = 0; j < n; ++j)
    A[i] += j;
  // CHECK: branch by work-item at [[@LINE+1]]:
  for (int j = i; j < n; ++j)
    A[j] = j;
  // CHECK-NOT: branch by work-item at [[@LINE+1]]:
  if (get_group_id(0) == 3)
    A[i] -= 7;
  // CHECK: branch by work-item at [[@LINE+1]]:
  while (A[i] > 7)
    A[i] /= 3;
  // CHECK-NOT: branch by work-item
}
