// A recursive helper cannot be inlined: a named unknown at the call.
// RUN: %sourceir %s -o %t.ll
// RUN: %opt -passes='print<fpga-analysis>' -disable-output %t.ll 2>/dev/null | FileCheck %s
int fact(int n) { return n < 2 ? 1 : n * fact(n - 1); }
kernel void k(global int *A) { A[get_global_id(0)] = fact(A[0]); }
// CHECK: unknown at {{[45]}}:{{[0-9]+}}: recursive call of fact
