// What the analysis does not use is read and named.
// RUN: %clang -emit-llvm -c %s -o /dev/null -Xclang -verify
// RUN: %clang -emit-llvm -c %s -o /dev/null -Wno-unknown-pragmas -Werror

kernel void k(global float *a, int n) {
#pragma loop_coalesce 2 // expected-warning {{'#pragma loop_coalesce' has no effect on the analysis}}
  for (int i = 0; i < n; ++i) a[i] = 0;
#pragma speculated_iterations 0 // expected-warning {{'#pragma speculated_iterations' has no effect on the analysis}}
  for (int i = 0; i < n; ++i) a[i] = 0;
#pragma max_concurrency 1 // expected-warning {{'#pragma max_concurrency' has no effect on the analysis}}
  for (int i = 0; i < n; ++i) a[i] = 0;
#pragma disable_loop_pipelining // expected-warning {{'#pragma disable_loop_pipelining' has no effect on the analysis}}
  for (int i = 0; i < n; ++i) a[i] = 0;
#pragma ivdep array(a) safelen(4) // expected-warning {{all dependences of the loop are kept}}
  for (int i = 0; i < n; ++i) a[i] = 0;
}
