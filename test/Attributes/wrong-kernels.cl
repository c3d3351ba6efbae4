// What an attribute may say about a kernel as a whole; the rest is a warning.
// RUN: %clang -emit-llvm -c %s -o /dev/null -Xclang -verify

// expected-warning@+1 {{'num_compute_units' attribute only applies to kernel functions}}
__attribute__((num_compute_units(2))) void helper(int n) {}
// expected-warning@+1 {{'num_compute_units' attribute only applies to kernel functions}}
struct __attribute__((num_compute_units(2))) S { int x; };

// expected-warning@+2 {{'num_compute_units' attribute contradicts an earlier one of value 2}}
__attribute__((num_compute_units(2)))
__attribute__((num_compute_units(4)))
kernel void twice(int n) {}

__attribute__((num_compute_units(2))) __attribute__((num_compute_units(2)))
kernel void same(int n) {}

// expected-warning@+1 {{'autorun' attribute requires a kernel without arguments}}
__attribute__((autorun)) kernel void started(int n) {}

// 6 * 1 * 1 = 6 is no multiple of 4; 64 is more than 16 * 2 = 32.
// expected-warning@+2 {{'num_simd_work_items' attribute must divide the 6 work-items of 'reqd_work_group_size'}}
__attribute__((reqd_work_group_size(6, 1, 1)))
__attribute__((num_simd_work_items(4)))
kernel void simd(int n) {}

// expected-warning@+1 {{'max_work_group_size' attribute is less than the 64 work-items of 'reqd_work_group_size'}}
__attribute__((max_work_group_size(16, 2)))
__attribute__((reqd_work_group_size(64, 1, 1)))
kernel void group(int n) {}
