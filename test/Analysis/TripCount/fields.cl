// Integer fields of a structure that is passed by value are arguments of the launch.
// RUN: %roofline analyze --verbose %s --arg s.inner.h=5 --arg s.w=3 --arg v.s1=7 | FileCheck %s
// RUN: not %roofline analyze --verbose %s --arg s.scale=3 2>&1 | FileCheck --check-prefix=NOT %s
// Without the source a field is its offset: int, float, float, int.
// RUN: %sourceir -fdiscard-value-names %s -o %t.ll
// RUN: %opt -passes='print<fpga-analysis>' -disable-output %t.ll 2>/dev/null | FileCheck --check-prefix=IR %s
// NOT: error: --arg s.scale
struct Inner { float x; int h; };
struct Shape { int w; float scale; struct Inner inner; };
kernel void k(global float *A, struct Shape s, int2 v) {
  // CHECK: loop [[@LINE+2]]-{{[0-9]+}}, trip s.w = 3
  // IR: loop at [[@LINE+1]]:3 trip arg1.byte0
  for (int i = 0; i < s.w; ++i)
    // CHECK: loop [[@LINE+2]]-{{[0-9]+}}, trip s.inner.h = 5
    // IR: loop at [[@LINE+1]]:5 trip arg1.byte12
    for (int j = 0; j < s.inner.h; ++j)
      A[i * s.inner.h + j] = s.scale;
  // CHECK: loop [[@LINE+1]]-{{[0-9]+}}, trip v.s1 = 7
  for (int i = 0; i < v.y; ++i)
    A[i] += 1;
}
