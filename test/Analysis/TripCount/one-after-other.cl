// A loop begins where the one before it ended, also where that did not run.
// n = 102: 25 fours, then 2.
// RUN: %roofline analyze --verbose --model hpca16-repaired %s --arg n=102 --kernel rest | FileCheck %s --check-prefix=REST
// REST: loop 43-44, trip n / 4 = 25
// REST: loop 45-46, trip n % 4 = 2
// Up to a = 10, b = 5 and c = 30 the first takes 10 elements, the second none,
// the third the 20 from 10 on; none runs backwards for a = -5.
// RUN: %roofline analyze --verbose --model hpca16-repaired %s --arg a=10 --arg b=5 --arg c=30 --kernel ranges | FileCheck %s --check-prefix=RANGES
// RANGES: loop 51-52, trip a = 10
// RANGES: loop 53-54, trip b - max(a, 0) = 0
// RANGES: loop 55-56, trip c - max(a, b, 0) = 20
// RUN: %roofline analyze --verbose --model hpca16-repaired %s --arg a=-5 --arg b=5 --arg c=30 --kernel ranges | FileCheck %s --check-prefix=NEGATIVE
// NEGATIVE: loop 53-54, trip b - max(a, 0) = 5
// RUN: %roofline analyze --verbose --model hpca16-repaired %s --arg n=300 --kernel constants | FileCheck %s --check-prefix=CONSTANTS
// CONSTANTS: loop 62-63, trip 112
// CONSTANTS: loop 64-65, trip 24
// CONSTANTS: loop 66-67, trip n - 280 = 20
// RUN: %roofline analyze --verbose --model hpca16-repaired %s --arg m=4 --arg n=10 --kernel at_least_once | FileCheck %s --check-prefix=ONCE
// ONCE: loop 74-75, trip {{.*}} = 6
// Where something else decides whether the first runs or where it begins, or
// where its end is data, nothing is known.
// RUN: %roofline analyze --verbose --model hpca16-repaired %s --arg n=100 --arg flag=0 --allow-unknown --kernel option | FileCheck %s --check-prefix=OPTION
// OPTION: loop 82-83, trip unknown
// RUN: %roofline analyze --verbose --model hpca16-repaired %s --arg n=10 --arg m=3 --allow-unknown --kernel stronger | FileCheck %s --check-prefix=STRONGER
// STRONGER: loop 90-91, trip unknown
// RUN: %roofline analyze --verbose --model hpca16-repaired %s --arg n=20 --arg c=6 --global 64 --local 64 --allow-unknown --kernel chosen | FileCheck %s --check-prefix=CHOSEN
// CHOSEN: loop 97-98, trip unknown
// RUN: %roofline analyze --verbose --model hpca16-repaired %s --arg n=20 --allow-unknown --kernel searched | FileCheck %s --check-prefix=SEARCHED
// SEARCHED: loop 104-105, trip unknown
// 0, 3, .. 18 are 7 steps.
// RUN: %roofline analyze --verbose --model hpca16-repaired %s --arg n=20 --kernel skipped | FileCheck %s --check-prefix=SKIPPED
// SKIPPED: loop 109:3, trip (n + 2) / 3 = 7
// A counter goes on behind the row by m + 2 elements, 12 of 4 bytes.
// RUN: %roofline analyze --verbose --model hpca16-repaired %s --arg n=102 --arg m=10 --kernel padded | FileCheck %s --check-prefix=PADDED
// PADDED: 118:12 {{.*}}consecutive along the loop at line
// PADDED-NEXT: 117, stride 48 B along the loop at
// It is 3, 6, 9 and 12 behind the rows: the mean of 2, 5, 8 and 11 is 6.5.
// RUN: %roofline analyze --verbose --model hpca16-repaired %s --arg n=4 --arg m=3 --arg d=1 --kernel growing | FileCheck %s --check-prefix=GROWING
// GROWING: loop 130-131, trip {{.*}} = 6.50
kernel void rest(global const float *a, global float *o, uint n) {
  uint i = 0;
  float s = 0;
  for (; i + 4 <= n; i += 4)
    s += a[i] + a[i + 1] + a[i + 2] + a[i + 3];
  for (; i < n; i++)
    s += a[i];
  o[0] = s;
}
kernel void ranges(global uchar *p, int a, int b, int c) {
  int i;
  for (i = 0; i < a; i++)
    p[i] = 8;
  for (; i < b; i++)
    p[i] = 9;
  for (; i < c; i++)
    p[i] = 7;
}
kernel void constants(global uchar *p, int n) {
  int i;
  for (i = 0; i <= 143; i++)
    p[i] = 8;
  for (; i <= 255; i++)
    p[i] = 9;
  for (; i <= 279; i++)
    p[i] = 7;
  for (; i < n; i++)
    p[i] = 6;
}
kernel void at_least_once(global uchar *p, int m, int n) {
  int i = 0;
  do
    p[i++] = 1;
  while (i < m);
  for (; i < n; i++)
    p[i] = 2;
}
kernel void option(global float *p, int n, int flag) {
  int i = 0;
  if (flag)
    for (; i < 8; i++)
      p[i] = i;
  for (; i < n; i++)
    p[i] = 1;
}
kernel void stronger(global float *p, int n, int m) {
  int i = 0;
  if (m > 5)
    for (; i < m; i++)
      p[i] = i;
  for (; i < n; i++)
    p[i] = 1;
}
kernel void chosen(global float *p, int n, int c) {
  int i = get_global_id(0) < 5 ? 0 : 7;
  for (int x = 0; x < c; x++)
    p[i++] = x;
  for (; i < n; i++)
    p[i] = 1;
}
kernel void searched(global int *p, int n) {
  int i = 0;
  while (p[i])
    i++;
  for (; i < n; i++)
    p[i] = 1;
}
kernel void skipped(global float *p, int n) {
  int i = 0;
  for (; i < n; i += 3)
    ;
  p[i] = 1;
}
kernel void padded(global const float *a, global float *o, int n, int m) {
  int c = 0;
  float s = 0;
  for (int y = 0; y < n; y++) {
    for (int x = 0; x < m; x++)
      s += a[c++];
    c += 2;
  }
  o[c] = s;
}
kernel void growing(global const float *a, global float *o, int n, int m,
                    int d) {
  int c = 0;
  float s = 0;
  for (int y = 0; y < n; y++) {
    for (int x = 0; x < m; x++)
      s += a[c++];
    for (int x = d; x < c; x++)
      s += o[x];
  }
  o[0] = s;
}
