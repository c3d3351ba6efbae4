// An element of a ring is met again after as many iterations as the ring has elements,
// one that stands ahead of it by so many earlier. Intervals by hand: a sum takes 7
// cycles, a product 5, an access of local memory 7.
// RUN: %roofline analyze %s --device de5net --arg n=1000 --allow-unknown --kernel masked --json - | FileCheck %s --check-prefix=MASKED
// RUN: %roofline analyze %s --device de5net --arg n=1000 --allow-unknown --kernel staged --json - | FileCheck %s --check-prefix=STAGED
// RUN: %roofline analyze %s --device de5net --arg n=1000 --allow-unknown --kernel byrest --json - | FileCheck %s --check-prefix=BYREST
// RUN: %roofline analyze %s --device de5net --arg n=1000 --allow-unknown --kernel ahead --json - | FileCheck %s --check-prefix=AHEAD
// RUN: %roofline analyze --verbose %s --device de5net --arg n=1000 --allow-unknown --kernel table | FileCheck %s --check-prefix=TABLE
// RUN: %roofline analyze --verbose %s --device de5net --allow-unknown --kernel narrow | FileCheck %s --check-prefix=NARROW

// 7 / 2
// MASKED: "initiation_interval": 4
kernel void masked(global const float *restrict a, global float *restrict o, int n) {
  for (int i = 0; i < n; ++i)
    o[i & 1] += a[i];
}
// (7 + 7 + 7) / 4
// STAGED: "initiation_interval": 6
kernel void staged(global const float *restrict a, global float *restrict o, int n) {
  local float p[4];
  for (int i = 0; i < n; ++i)
    p[i & 3] += a[i];
  o[0] = p[0];
}
// 7 / 6
// BYREST: "initiation_interval": 2
kernel void byrest(global const float *restrict a, global float *restrict o, int n) {
  float p[6] = {0};
  for (int i = 0; i < n; ++i)
    p[i % 6] += a[i];
  o[0] = p[0] + p[1] + p[2] + p[3] + p[4] + p[5];
}
// What is stored at i is read at i + 7, when i + 8 is the same place: (5 + 7) / 7.
// AHEAD: "initiation_interval": 2
kernel void ahead(global const float *restrict a, global float *restrict o, int n) {
  float p[8] = {0};
  for (int i = 0; i < n; ++i)
    p[i & 7] = p[(i + 1) & 7] * 0.5f + a[i];
  o[0] = p[0];
}
// TABLE: a {{ *}}read {{.*}}consecutive in blocks of 8 along the loop
// TABLE: o {{ *}}write {{.*}}consecutive along the loop
kernel void table(global const float *restrict a, global float *restrict o, int n) {
  for (int i = 0; i < n; ++i)
    o[i] = a[i & 7] * 2.5f;
}
// A counter of 8 bits goes up to 200.
// NARROW: trip 200
// NARROW: a {{ *}}read {{.*}}consecutive along the loop
kernel void narrow(global const float *restrict a, global float *restrict o) {
  for (uchar i = 0; i < 200; ++i)
    o[i] = a[i];
}
