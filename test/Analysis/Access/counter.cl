// What a counter of the whole nest indexes is consecutive along the inner loop,
// wherever that begins: 64 rows of 50 elements of 4 bytes are 12800 bytes, 200
// transactions of 64 bytes; of the triangle's 64 * 65 / 2 elements 130.
// RUN: %roofline analyze --verbose --model hpca16-repaired %s --arg n=64 --arg m=50 --kernel rows | FileCheck %s --check-prefix=ROWS
// RUN: %roofline analyze --verbose --model hpca16-repaired %s --arg n=64 --kernel triangle | FileCheck %s --check-prefix=TRIANGLE
// ROWS: p {{ *}}write {{ *}}4 {{ *}}200 {{.*}}consecutive along the loop at line 12
// TRIANGLE: p {{ *}}write {{ *}}4 {{ *}}130 {{.*}}consecutive along the loop at line 19
kernel void rows(global int *restrict p, global const int *restrict a, int n,
                 int m) {
  int c = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      p[c++] = a[j * n + i];
}
kernel void triangle(global int *restrict p, global const int *restrict a,
                     int n) {
  int c = 0;
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++)
      p[c++] = a[j * n + i];
}
