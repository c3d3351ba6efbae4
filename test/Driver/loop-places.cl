// Two loops of one line are told apart by their columns, also where one of them
// is in another file: what binds the one leaves the other as it is.
// RUN: not %roofline analyze --verbose %s --arg n=1000 --arg x=255 --trip 18=8 2>&1 | FileCheck %s --check-prefix=WHICH
// WHICH: trip count of line 18: several loops start there; say which one by LINE:COLUMN: loop-places.cl:18:3, loop-places.cl:18:42
// RUN: not %roofline analyze --verbose %s --arg n=1000 --arg x=255 --what-if ul@18=2 2>&1 | FileCheck %s --check-prefix=UNROLL
// UNROLL: several loops start at line 18; say which one by ul@LINE:COLUMN=N: 18:3 18:42
// RUN: not %roofline analyze --verbose %s --arg n=1000 --arg x=255 2>&1 | FileCheck %s --check-prefix=HINT
// HINT: bind with --trip 18:42=COUNT
// RUN: %roofline analyze --verbose %s --arg n=1000 --arg x=255 --trip 18:42=8 --what-if ul@18:3=2 | FileCheck %s
// CHECK: design: {{.*}}unroll 2 at line 18
// CHECK-DAG: loop 18:3, trip n = 1000
// CHECK-DAG: loop 18:42, trip 8 (given)
// 4 bytes of p in each of 1000 iterations, and 4 of the result.
// CHECK: Q requested [byte] {{ *}}4004
kernel void k(global const int *restrict p, global int *restrict o, int n, int x) {
  int s = 0, c = 0;

  for (int i = 0; i < n; i++) s += p[i]; while (x) { x &= x - 1; c++; }
  *o = s + c;
}
