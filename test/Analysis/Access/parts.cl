// What the source reads or writes at once is one access: a structure, of which
// a member was changed; a vector of half. 4096 * 16 / 64 = 1024 transactions,
// 4096 * 8 / 64 = 512.
// RUN: %roofline analyze --verbose --model hpca16-repaired %s --global 4096 --local 64 --kernel tag | FileCheck %s --check-prefix=TAG
// TAG: 2048 memory transactions
// TAG: s {{ *}}read {{ *}}16 {{ *}}1024 {{.*}}consecutive along dim 0
// TAG: d {{ *}}write {{ *}}16 {{ *}}1024 {{.*}}consecutive along dim 0
typedef struct { float x, y, z; int id; } Point;
kernel void tag(global Point *d, global const Point *s) {
  int i = get_global_id(0);
  Point p = s[i];
  p.id += i;
  d[i] = p;
}
// RUN: %roofline analyze --verbose --model hpca16-repaired %s --global 4096 --local 64 --kernel halves | FileCheck %s --check-prefix=HALVES
// HALVES: h {{ *}}write {{ *}}8 {{ *}}512 {{.*}}consecutive along dim 0
kernel void halves(global half *h, global const float4 *f) {
  size_t i = get_global_id(0);
  vstore_half4(f[i], i, h);
}
// RUN: %roofline analyze --verbose --model hpca16-repaired %s --global 4096 --local 64 --kernel sums | FileCheck %s --check-prefix=SUMS
// Three reads of a macro are three.
// SUMS-COUNT-3: a {{ *}}read {{ *}}4 {{ *}}256
#define SUM(k) (a[k] + a[k + 1] + a[k + 2])
kernel void sums(global const float *a, global float *b) {
  size_t i = get_global_id(0);
  b[i] = SUM(i);
}
