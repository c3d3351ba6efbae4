// More writers than ports take turns at one copy of a table, which needs less memory and has a faster
// clock. The copies of the loop wait for each other all the same: no unrolling is advised.
// RUN: %roofline analyze --verbose %s --device de5net --arg n=16777216 | FileCheck %s
// CHECK: what to change
// CHECK-NOT: {{^ *}}UL
kernel void tables(global const int *restrict a, global const int *restrict b, global int *restrict o, int n) {
  int t[524288];
  for (int i = 0; i < 524288; ++i)
    t[i] = i;
  for (int i = 0; i < n; ++i) {
    t[a[i] & 524287] += 3;
    t[b[i] & 524287] += 5;
  }
  int s = 0;
  for (int i = 0; i < n; ++i)
    s += t[(a[i] ^ b[i]) & 524287];
  o[0] = s;
}
