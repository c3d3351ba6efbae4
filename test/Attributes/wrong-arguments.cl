// Every wrong argument is a warning at its place, because clang alone takes it.
// RUN: %clang -emit-llvm -c %s -o /dev/null -Xclang -verify

// expected-warning@+1 {{'num_simd_work_items' attribute requires 1, 2, 4, 8 or 16}}
__attribute__((num_simd_work_items(3))) kernel void a(int n) {}
// expected-warning@+1 {{'num_simd_work_items' attribute requires 1, 2, 4, 8 or 16}}
__attribute__((num_simd_work_items(32))) kernel void b(int n) {}
// expected-warning@+1 {{'num_simd_work_items' attribute requires 1, 2, 4, 8 or 16}}
__attribute__((num_simd_work_items("x"))) kernel void c(int n) {}
// expected-warning@+1 {{'num_simd_work_items' attribute takes one argument}}
__attribute__((num_simd_work_items)) kernel void d(int n) {}
// expected-warning@+1 {{'num_compute_units' attribute requires a positive integer constant}}
__attribute__((num_compute_units(0))) kernel void e(int n) {}
// expected-warning@+1 {{'num_compute_units' attribute requires a positive integer constant}}
__attribute__((num_compute_units(-1))) kernel void f(int n) {}
// expected-warning@+1 {{'num_compute_units' attribute requires a positive integer constant}}
__attribute__((num_compute_units(n))) kernel void g(int n) {}
// expected-warning@+1 {{'num_compute_units' attribute requires a positive integer constant}}
__attribute__((num_compute_units(99999999999))) kernel void h(int n) {}
// expected-warning@+1 {{'max_work_group_size' attribute takes one to three arguments}}
__attribute__((max_work_group_size(1, 2, 3, 4))) kernel void i(int n) {}
// expected-warning@+1 {{'max_global_work_dim' attribute requires 0, 1, 2 or 3}}
__attribute__((max_global_work_dim(4))) kernel void j(int n) {}
// expected-warning@+1 {{'autorun' attribute takes no arguments}}
__attribute__((autorun(1))) kernel void k(void) {}
