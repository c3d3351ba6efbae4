// Without our attributes and pragmas the plugin leaves the module as it is.
// RUN: %clang -O2 -S -emit-llvm %s -o %t.with.ll
// RUN: clang-22 -target spir64 -cl-std=CL2.0 -O2 -S -emit-llvm %s -o %t.without.ll
// RUN: diff %t.without.ll %t.with.ll

__attribute__((reqd_work_group_size(16, 1, 1)))
kernel void k(global const float *restrict a, global float *b, int n) {
  float s = 0;
#pragma unroll 4
  for (int i = 0; i < n; ++i) s += a[i];
  b[get_global_id(0)] = s;
}
