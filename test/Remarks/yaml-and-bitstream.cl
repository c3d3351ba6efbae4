// Every number is an argument of its own; the bitstream holds the same remarks.
// REQUIRES: llvm-22
// RUN: %clang -O2 -emit-llvm -c %s -o %t.bc -fsave-optimization-record=yaml \
// RUN:   -foptimization-record-file=%t.yaml -mllvm -fpga-global=1024,1024 -mllvm -fpga-arg=N=1024
// RUN: FileCheck --input-file=%t.yaml %s
// RUN: %clang -O2 -emit-llvm -c %s -o %t.bc -fsave-optimization-record=bitstream \
// RUN:   -foptimization-record-file=%t.rem -mllvm -fpga-global=1024,1024 -mllvm -fpga-arg=N=1024
// RUN: llvm-remarkutil bitstream2yaml %t.rem -o %t2.yaml
// RUN: FileCheck --input-file=%t2.yaml %s
kernel void mm(global const float *A, global const float *B, global float *C, int N) {
  int col = get_global_id(0), row = get_global_id(1);
  float sum = 0;
  for (int k = 0; k < N; ++k)
    sum += A[row * N + k] * B[k * N + col];
  C[row * N + col] = sum;
}
// CHECK:      Pass: {{ *}}fpga-cost
// CHECK-NEXT: Name: {{ *}}KernelCost
// CHECK:      Line: 10,{{[[:space:]]+}}Column: 0 }
// CHECK-NEXT: Function: {{ *}}mm
// CHECK:      - Cycles: {{ *}}'{{[0-9.]+}}'
// CHECK:      - Transactions: {{ *}}'{{[1-9][0-9]*}}'
// Of another model than the one that gives the time:
// CHECK-NOT:  BMem
// CHECK:      Name: {{ *}}LimitingLoop
// CHECK:      Line: 13,{{[[:space:]]+}}Column: 3 
// CHECK:      Name: {{ *}}CostlyAccess
// CHECK:      Line: 14,{{[[:space:]]+}}Column: 29 
// CHECK:      - Object: {{ *}}B
