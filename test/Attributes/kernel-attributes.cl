// The vendors' attributes arrive in the IR as annotations of the kernel, where they shall stay in it.
// RUN: %clang -mllvm -fpga-keep-hints -O0 -S -emit-llvm %s -o - | FileCheck %s
#define SIMD 4
enum { Units = 2 };

// CHECK-DAG: c"fpga.num_simd_work_items=4\00"
// CHECK-DAG: c"fpga.num_compute_units=2\00"
// CHECK-DAG: c"fpga.max_work_group_size=8,8,1\00"
// CHECK-DAG: c"fpga.autorun=1\00"
// CHECK-DAG: c"fpga.max_global_work_dim=0\00"
// CHECK: @llvm.global.annotations = {{.*}} @scale {{.*}} @source
// CHECK: define {{.*}}spir_kernel void @scale({{.*}} !reqd_work_group_size ![[SIZE:[0-9]+]]
// CHECK: ![[SIZE]] = !{i32 16, i32 4, i32 1}
__attribute__((reqd_work_group_size(16, 4, 1)))
__attribute__((num_simd_work_items(SIMD), num_compute_units(Units)))
__attribute__((max_work_group_size(8, 8, 1)))
kernel void scale(global float *a) { a[get_global_id(0)] *= 2; }

__attribute__((autorun)) __attribute__((max_global_work_dim(0)))
kernel void source(void) {}
