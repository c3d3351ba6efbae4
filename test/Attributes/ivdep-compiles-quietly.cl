// ivdep must not bring the vectoriser's "loop not vectorized" at -O2.
// RUN: %clang -O2 -Werror -emit-llvm -c %s -o /dev/null

kernel void k(global float *a, int n) {
#pragma ivdep
#pragma unroll 2
  for (int i = 0; i < n; ++i) a[i] = a[i / 2] + 1;
}
