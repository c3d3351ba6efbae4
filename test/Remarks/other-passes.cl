// The record says what other passes do to the user's code, not to the clone that
// is analysed: the helper is inlined where it is called, by clang's own inliner.
// RUN: clang-22 -target spir64 -cl-std=CL2.0 -O2 -c -emit-llvm %s -o %t.bc -fsave-optimization-record -foptimization-record-file=%t.without.yaml
// RUN: %clang -O2 -c -emit-llvm %s -o %t.bc -fsave-optimization-record -foptimization-record-file=%t.with.yaml
// RUN: FileCheck --check-prefix=OURS %s < %t.with.yaml
// RUN: grep '^Pass:' %t.without.yaml > %t.without
// RUN: grep '^Pass:' %t.with.yaml | grep -v fpga-cost > %t.with
// RUN: diff %t.without %t.with
// OURS: Pass: {{ *}}fpga-cost
float twice(float x) { return 2 * x; }
kernel void k(global float *A) { A[get_global_id(0)] = twice(A[0]); }
