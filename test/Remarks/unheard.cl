// Without a listener nothing is said, and the module is what it is without us.
// RUN: %clang -O2 -emit-llvm -S %s -o %t.ll 2>&1 | count 0
// RUN: clang-22 -target spir64 -cl-std=CL2.0 -O2 -emit-llvm -S %s -o %t2.ll
// RUN: diff %t.ll %t2.ll
kernel void k(global float *A) { A[get_global_id(0)] = 1; }
