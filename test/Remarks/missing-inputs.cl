// What is unknown is named at its place, with what to do.
// RUN: %clang -O2 -emit-llvm -c %s -o %t.bc -Rpass-analysis=fpga-cost 2>&1 | FileCheck %s
// CHECK-DAG: missing-inputs.cl:[[@LINE+1]]:{{[0-9]+}}: remark: unknown: number of work-items
kernel void k(global float *A, int n) {
  int i = get_global_id(0);
  // CHECK-DAG: missing-inputs.cl:[[@LINE+1]]:3: remark: unknown: argument n (bind with -fpga-arg=n=VALUE)
  for (int j = 0; j < n; ++j)
    A[i] += 1;
  // CHECK-DAG: missing-inputs.cl:[[@LINE+1]]:10: remark: unknown: latency of the operator 'fp_erf'
  A[i] = erf(A[i]);
  // CHECK-DAG: missing-inputs.cl:[[@LINE+1]]:3: remark: unknown: trip count of the loop at line [[@LINE+1]]: data-dependent exit at [[@LINE+1]]:
  while (A[i] > 3)
    A[i] -= 1;
}
