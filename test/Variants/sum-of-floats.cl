// Lanes would regroup a sum of floats, which changes bits; one lane is legal.
// RUN: %sourceir %s -o %t.ll
// RUN: not %opt -passes='fpga-variants<lanes=4;arg.n=100>' -disable-output %t.ll 2>&1 | FileCheck %s
// RUN: %opt -passes='fpga-variants<arg.n=100>,verify' -disable-output %t.ll
kernel void k(global const float *a, global float *sum, int n) {
  float s = 0;
  for (int i = 0; i < n; ++i)
    // CHECK: sum-of-floats.cl:[[@LINE+1]]:{{[0-9]+}}: fadd takes what the iteration before it left, and may not be regrouped
    s += a[i];
  *sum = s;
}
