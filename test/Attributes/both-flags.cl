// clang 19 loads the plugin of passes when its options are read: both flags are needed. 22 needs one.
// RUN: %clang -O2 -c -emit-llvm %s -o %t.bc -mllvm -fpga-launch=none -Rpass-analysis=fpga-cost 2>&1 | FileCheck %s
// CHECK: remark: kernel f:
// RUN: %{late} clang-22 -fpass-plugin=%plugin -target spir64 -cl-std=CL2.0 -O2 -c -emit-llvm %s -o %t.bc -mllvm -fpga-launch=none -Rpass-analysis=fpga-cost 2>&1 | FileCheck %s --check-prefix=%{moment}
// LATE: Unknown command line argument '-fpga-launch=none'
// EARLY: remark: kernel f:
kernel void f(global int *a) { a[get_global_id(0)] = 1; }
