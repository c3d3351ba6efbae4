// A buffer that the host has bound is not null: a test for that decides nothing.
// RUN: %roofline analyze --verbose %s --kernel optional --global 64 --local 64 | FileCheck %s
// 64 reads and 64 writes of 4 bytes; the other arm's never run.
// CHECK: Q requested [byte] {{ *}}512
// CHECK-NOT: bounds
// RUN: %roofline analyze --verbose %s --kernel all_spaces --global 64 --local 64 | FileCheck %s
// RUN: %roofline analyze --verbose %s --kernel helped --global 64 --local 64 | FileCheck %s

// Two buffers may be one.
// RUN: not %roofline analyze --verbose %s --kernel compared --global 64 --local 64 | FileCheck %s --check-prefix=OPEN
// OPEN: W and Q are bounds: a condition of data at [[#@LINE+24]]
kernel void optional(global const int *restrict a, global int *restrict b) {
  int g = get_global_id(0);
  if (b != 0)
    b[g] = a[g] + 1;
  else
    ((global int *)a)[g] = 2;
}
kernel void all_spaces(global int *a, constant int *b, local int *t) {
  int g = get_global_id(0);
  if (!a || t == 0 || 0 == b + g)
    return;
  a[g] = b[g];
}
static void store(global int *to, int value) {
  if (to)
    *to = value;
}
kernel void helped(global int *a, global int *b) {
  int g = get_global_id(0);
  store(b + g, a[g]);
}
kernel void compared(global int *a, global int *b) {
  int g = get_global_id(0);
  if (a == b)
    b[g] = a[g];
}
