// One work-item adds to memory: an iteration waits for a load of 64 cycles and
// an addition of 7; in a register for the addition alone: 71 / 7.
// RUN: %roofline analyze --verbose %s --kernel in_memory --arg n=1048576 | FileCheck %s
// CHECK: what to change
// CHECK-NEXT: PM keep `sum` at line [[#@LINE+16]] in private memory
// CHECK-NEXT: change: 10.14 times as fast
// CHECK-NOT: {{^ *}}UL

// Copies of a sum of floating-point numbers wait for each other. Seven sums in turn do not.
// RUN: %roofline analyze --verbose %s --kernel in_register --arg n=1048576 | FileCheck %s --check-prefix=REG
// REG: what to change
// REG-NEXT: PS carry 7 partial results of the fadd at line [[@LINE+15]] in a shift register
// REG-NOT: {{^ *}}UL

// Copies of an integer's do not.
// RUN: %roofline analyze --verbose %s --kernel integers --arg n=1048576 | FileCheck %s --check-prefix=INT
// INT: what to change
// INT-NEXT: UL {{ *}}unroll the loop at line
kernel void in_memory(global const float *restrict a, global float *restrict sum, int n) {
  for (int i = 0; i < n; ++i)
    sum[0] += a[i];
}

kernel void in_register(global const float *restrict a, global float *restrict sum, int n) {
  float s = 0;
  for (int i = 0; i < n; ++i)
    s += a[i];
  sum[0] = s;
}

kernel void integers(global const int *restrict a, global int *restrict sum, int n) {
  int s = 0;
  for (int i = 0; i < n; ++i)
    s += a[i];
  sum[0] = s;
}
