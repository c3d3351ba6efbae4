// Blocks of a counter or an id, by shifts, masks, quotients and remainders without a sign,
// are linear where ranges tell. 1024 work-items in groups of 64.
// RUN: %roofline analyze --verbose --model hpca16-repaired %s --kernel steps --global 1024 --local 64 --arg n=2048 --arg m=16 | FileCheck %s --check-prefix=STEPS
// In steps of 16: m * 4 B = 64 B from each iteration to the next, 128 of them. The parts below
// 16 are 0.
// STEPS: d {{ *}}read {{ *}}4 {{.*}}stride 64 B along the loop
// STEPS-NOT: irregular
kernel void steps(global const float *restrict d, global float *restrict y, uint n, uint m) {
  const uint g = get_global_id(0);
  float s = 0;
  for (uint k = 0; k < n; k += 16)
    s += d[g + m * (k >> 4) + (k & 15) + k % 16];
  y[g] = s;
}
// RUN: %roofline analyze --verbose --model hpca16-repaired %s --kernel wide --global 1024 --local 64 --arg n=2048 | FileCheck %s --check-prefix=WIDE
// 3 * 8 + (8 - 8) elements.
// WIDE: d {{ *}}read {{ *}}4 {{.*}}stride 96 B along the loop
kernel void wide(global const float *restrict d, global float *restrict y, ulong n) {
  const ulong g = get_global_id(0);
  float s = 0;
  for (ulong k = 0; k < n; k += 8)
    s += d[g + 24 * (k / 8) + k - (k & ~7ul)];
  y[g] = s;
}
// An inner counter below the size of a block: 1 row of 8 elements a block, 100 a column.
// RUN: %roofline analyze --verbose --model hpca16-repaired %s --kernel inside --global 1024 --local 64 --arg n=2048 | FileCheck %s --check-prefix=INSIDE
// INSIDE: d {{ *}}read {{ *}}4 {{.*}}stride 400 B along the loop
// INSIDE: stride 32 B along the loop
kernel void inside(global const float *restrict d, global float *restrict y, uint n) {
  const uint g = get_global_id(0);
  float s = 0;
  for (uint k = 0; k < n; k += 16)
    for (uint j = 0; j < 16; ++j)
      s += d[g + 8 * ((k + j) >> 4) + 100 * ((k + j) & 15)];
  y[g] = s;
}
// The launch tells that no id reaches n: g % n is g, g / n is 0.
// RUN: %roofline analyze --verbose --model hpca16-repaired %s --kernel ring --global 1024 --local 64 --arg n=1024 | FileCheck %s --check-prefix=RING
// RING-COUNT-2: d {{ *}}read {{ *}}4 {{ *}}64 {{.*}}consecutive along dim 0
// A smaller n makes it a ring: 1024 * 4 B in blocks of 4000 B, each of 63 transactions.
// RUN: %roofline analyze --verbose --model hpca16-repaired %s --kernel ring --global 1024 --local 64 --arg n=1000 | FileCheck %s --check-prefix=TURNS
// TURNS-COUNT-2: d {{ *}}read {{ *}}4 {{ *}}64.51 {{.*}}consecutive in blocks of 1000 along
kernel void ring(global const float *restrict d, global float *restrict y, uint n) {
  const uint g = get_global_id(0);
  y[g] = d[g % n] + d[g + g / n * 100];
}
// Rows and columns of any width are the place; blocks of the group's size are the group.
// RUN: %roofline analyze --verbose --model hpca16-repaired %s --kernel rows --global 1024 --local 64 --arg w=24 | FileCheck %s --check-prefix=ROWS
// ROWS: d {{ *}}read {{ *}}4 {{ *}}64 {{.*}}consecutive along dim 0
// ROWS: d {{ *}}read {{.*}}same along dim 0
kernel void rows(global const float *restrict d, global float *restrict y, int w) {
  const int g = get_global_id(0), row = g / w, column = g % w;
  y[g] = d[row * w + column] + d[g >> 6];
}
// In a grid whose sides meet, a neighbour is a step away but at the border.
// RUN: %roofline analyze --verbose --model hpca16-repaired %s --kernel torus --global 65536 --local 64 | FileCheck %s --check-prefix=TORUS
// TORUS: d {{ *}}read {{ *}}4 {{ *}}4096 {{.*}}consecutive along dim 0, clamped
kernel void torus(global const float *restrict d, global float *restrict y) {
  const uint g = get_global_id(0), x = g % 256u, row = g / 256u;
  y[g] = d[(x + 1u) % 256u + row * 256u];
}
