// Remarks stand at the line and column that the user wrote: in the kernel, in a
// helper, behind a macro and in a header.
// RUN: rm -rf %t && mkdir %t && echo 'inline void put(global float *P, int i) {' > %t/put.h
// RUN: echo '  P[7 * i] = 1;' >> %t/put.h && echo '}' >> %t/put.h
// RUN: %clang -O2 -emit-llvm -c %s -I %t -o %t/k.bc -Rpass-analysis=fpga-cost \
// RUN:   -mllvm -fpga-global=4096 -mllvm -fpga-arg=N=64 2>&1 | FileCheck %s
#include "put.h"
#define TAKE(P, I) P[(I) * 3]
float helper(global const float *P, int i) {
  // CHECK-DAG: locations.cl:[[@LINE+1]]:10: remark: read of A: {{[0-9.]+}} % of the time, 4 bytes each, stride 20 B along dim 0
  return P[5 * i];
}
// CHECK-DAG: locations.cl:[[@LINE+1]]:{{[0-9]+}}: remark: kernel k: {{[0-9.]+ [num]?s}}, {{[0-9.]+}} cycles at 2{{[0-9]+}} MHz on de5net, limited by
kernel void k(global const float *A, global const float *B, global float *C, int N) {
  int i = get_global_id(0);
  // CHECK-DAG: locations.cl:[[@LINE+1]]:{{[0-9]+}}: remark: read of B: {{[0-9.]+}} % of the time, 4 bytes each, stride 12 B along dim 0
  C[i] = helper(A, i) + TAKE(B, i);
  // CHECK-DAG: put.h:2:12: remark: write of C: {{[0-9.]+}} % of the time, 4 bytes each, stride 28 B along dim 0
  put(C, i);
}
