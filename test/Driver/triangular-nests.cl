// Means over triangular nests are exact at any size, and deep nests take no time.
// for i < 300, j <= i, k <= j: as many as 3 of 302 can be chosen.
// RUN: %roofline analyze --verbose %s --kernel triple --arg n=300 | FileCheck %s --check-prefix=TRIPLE
// TRIPLE: W [floating-point operation] {{ *}}4545100
// Thirty levels, each below the one around: 30 of 100, and 4 of 100 further out.
// RUN: %roofline analyze --verbose %s --kernel deep --arg n=100 | FileCheck %s --check-prefix=DEEP
// DEEP: the loop at line 3{{[0-9]}}:35 {{ *}}3921225
// DEEP: the loop at line 4{{[0-9]}}:58 {{ *}}2.937e+25
// DEEP: W [floating-point operation] {{ *}}2.937e+25
// Every 16th of a billion is too many to add, and no polynomial.
// RUN: %roofline analyze --verbose %s --kernel striped --arg n=1000000000 | FileCheck %s --check-prefix=STRIPED
// STRIPED: W [floating-point operation] about {{7[0-9]+ }}
// Twenty of ten are given for the loop around: those beyond the tenth add nothing.
// RUN: %roofline analyze --verbose %s --kernel falling --arg n=10 --trip 20=20 | FileCheck %s --check-prefix=FALLING
// FALLING: W [floating-point operation] {{ *}}55
// The ids of a million work-items: 0 + .. + 1048575.
// RUN: %roofline analyze --verbose %s --kernel ids --global 1048576 | FileCheck %s --check-prefix=IDS
// IDS: W [floating-point operation] {{ *}}549755289600
kernel void falling(global float *a, int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n - i; ++j)
      a[0] += 1.0f;
}
kernel void ids(global float *a) {
  for (int j = 0; j < (int)get_global_id(0); ++j)
    a[0] += 1.0f;
}
kernel void triple(global float *a, int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j)
      for (int k = 0; k <= j; ++k)
        a[k] += a[j];
}

#define IN(I, N) for (int I = 0; I < N; ++I)
kernel void deep(global float *a, int n) {
  IN(a0, n) IN(a1, a0) IN(a2, a1) IN(a3, a2) IN(a4, a3) IN(a5, a4)
  IN(b0, a5) IN(b1, b0) IN(b2, b1) IN(b3, b2) IN(b4, b3) IN(b5, b4)
  IN(c0, b5) IN(c1, c0) IN(c2, c1) IN(c3, c2) IN(c4, c3) IN(c5, c4)
  IN(d0, c5) IN(d1, d0) IN(d2, d1) IN(d3, d2) IN(d4, d3) IN(d5, d4)
  IN(e0, d5) IN(e1, e0) IN(e2, e1) IN(e3, e2) IN(e4, e3) IN(e5, e4)
  a[e5] += 1.0f;
}

kernel void striped(global float *a, int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i % 16; ++j)
      a[j] += a[i];
}
// A mean that is given for a loop is rounded for those inside, and what they count is about right.
// RUN: %roofline analyze --verbose %s --kernel given --arg n=10 --trip 54=2.5 | FileCheck %s --check-prefix=GIVEN
// GIVEN: W [floating-point operation] {{ *}}about
kernel void given(global float *a, int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j)
      a[0] += 1.0f;
}
