// xcl_pipeline_loop(II) is `#pragma ii II`; without an argument the loop is as it was.
// RUN: %clang -mllvm -fpga-keep-hints -O0 -S -emit-llvm %s -o - | FileCheck %s
// CHECK: !"llvm.loop.pipeline.initiationinterval", i32 4
// CHECK-NOT: initiationinterval
// RUN: %clang -DWRONG -fsyntax-only %s 2>&1 | FileCheck %s --check-prefix=WRONG
kernel void k(global int *a, int n) {
  __attribute__((xcl_pipeline_loop(4)))
  for (int i = 0; i < n; ++i)
    a[i] *= 2;
  __attribute__((xcl_pipeline_loop))
  for (int i = 0; i < n; ++i)
    a[i] *= 2;
#ifdef WRONG
  // WRONG: :[[#@LINE+1]]:18: warning: 'xcl_pipeline_loop' attribute requires a positive integer constant
  __attribute__((xcl_pipeline_loop(0)))
  for (int i = 0; i < n; ++i)
    a[i] *= 2;
  // WRONG: :[[#@LINE+1]]:18: warning: 'xcl_pipeline_loop' attribute only applies to loops
  __attribute__((xcl_pipeline_loop))
  a[0] = 1;
#endif
}
