// The plugin leaves the module as clang alone makes it, whatever attributes and pragmas stand
// in the source, also where somebody listens to it; with -g, too.
// REQUIRES: llvm-22
// DEFINE: %{flags} = -O2
// DEFINE: %{alone} = clang-22 -target spir64 -cl-std=CL2.0 %{flags} -S -emit-llvm %s -o %t.alone.ll
// DEFINE: %{same} = %clang %{flags} -S -emit-llvm %s -o %t.ll && diff %t.alone.ll %t.ll
// RUN: %{alone} && %{same}
// REDEFINE: %{flags} = -O0
// RUN: %{alone} && %{same}
// REDEFINE: %{flags} = -O2 -g
// RUN: %{alone} && %{same}
// REDEFINE: %{flags} = -O2 -Rpass-analysis=fpga-cost
// RUN: %{alone} && %{same}
// RUN: %clang %{flags} -S -emit-llvm %s -o /dev/null 2>&1 | FileCheck %s
// CHECK: remark: {{.*}}kernel single
// REDEFINE: %{flags} = -O3 -target x86_64-linux-gnu
// RUN: %{alone} && %{same}

__attribute__((reqd_work_group_size(16, 1, 1), num_simd_work_items(4)))
kernel void k(global const float *restrict a, global float *b, int n) {
  float s = 0;
#pragma unroll 4
  for (int i = 0; i < n; ++i) s += a[i];
  b[get_global_id(0)] = s;
}

__attribute__((max_global_work_dim(0))) __attribute__((annotate("mine")))
kernel void single(global int *restrict x, int n) {
#pragma ivdep
#pragma ii 2
  for (int i = 0; i < n; ++i) x[i] = i;
  __attribute__((xcl_pipeline_loop(3)))
  again: for (int i = 0; i < n; ++i) x[i] += i;
#pragma ivdep
#pragma unroll 4
  for (int i = 0; i < n; ++i) x[i] += x[i / 2];
#pragma ii 1
#pragma clang loop vectorize(enable) unroll_count(2)
  for (int i = 0; i < n; ++i) x[i] = 2 * i;
  printf("%d", n);
}

__attribute__((num_compute_units(2))) kernel void declared(global int *x);
kernel void caller(global int *x) { declared(x); }
kernel void declared(global int *x) { x[0] = 1; }
