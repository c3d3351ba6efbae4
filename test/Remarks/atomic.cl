// An atomic is called one where its share of the time is told.
// RUN: %clang -O2 -emit-llvm -c %s -o %t.bc -Rpass-analysis=fpga-cost -mllvm -fpga-global=65536 2>&1 \
// RUN:   | FileCheck %s
kernel void hits(global const int *at, global int *n) {
  // CHECK: atomic.cl:[[@LINE+1]]:{{[0-9]+}}: remark: atomic update of n: {{[0-9.]+}} % of the time, 4 bytes each, irregular
  atomic_inc(&n[at[get_global_id(0)]]);
}
