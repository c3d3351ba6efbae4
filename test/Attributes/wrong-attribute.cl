// A kernel with a wrong attribute has no answer, and the attribute is the reason.
// RUN: not %roofline analyze --verbose %s --kernel simd --global 16 --local 16 2>&1 | FileCheck %s --check-prefix=SIMD
// SIMD: :[[#@LINE+3]]:36: warning: 'num_simd_work_items' attribute requires 1, 2, 4, 8 or 16
// SIMD: unknown, so model board gives no time
// SIMD: kernel 'simd': 'num_simd_work_items'
__attribute__((num_simd_work_items(3)))
kernel void simd(global int *a) { a[get_global_id(0)] = 1; }

// RUN: not %roofline analyze --verbose %s --kernel twice --global 16 2>&1 | FileCheck %s --check-prefix=TWICE
// TWICE: unknown, so model board gives no time
// TWICE: kernel 'twice': 'num_compute_units'
__attribute__((num_compute_units(2))) __attribute__((num_compute_units(4)))
kernel void twice(global int *a) { a[get_global_id(0)] = 1; }

// In the compiler the build goes on.
// RUN: %clang -O2 -S -emit-llvm %s -o /dev/null -Rpass-analysis=fpga-cost -mllvm -fpga-global=16 2>&1 | FileCheck %s --check-prefix=REMARK
// REMARK: remark: {{.*}}'num_simd_work_items' attribute requires 1, 2, 4, 8 or 16
