// The mean of a trip count is over all that enters the loop: loops in between
// run more often where it is long. Sums over i < 64: i is 2016, i * i is 85344,
// so that the inner loop has 85344 / 2016 = 42.33 iterations and moves
// 85344 * 4 / 64 = 5334 transactions.
// RUN: %roofline analyze --verbose --model hpca16-repaired %s --kernel square --arg n=64 | FileCheck %s --check-prefix=SQUARE
// SQUARE: 5334 memory transactions
// SQUARE: loop [[#@LINE+5]]-{{[0-9]+}}, trip iteration([[#@LINE+4]]) = 31.50
// SQUARE: loop [[#@LINE+5]]-{{[0-9]+}}, trip iteration([[#@LINE+3]]) = 42.33
// SQUARE: W [floating-point operation] {{ *}}85344{{$}}
kernel void square(global float *restrict a, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++)
      for (int k = 0; k < i; k++)
        a[k] = 1.0f * j;
}
// As of an elimination: (n - k - 1) (n - k) over k < 64 is 64 * 63 * 65 / 3 =
// 87360, in 2016 iterations of the rows: 43.33.
// RUN: %roofline analyze --verbose --model hpca16-repaired %s --kernel eliminate --arg n=64 | FileCheck %s --check-prefix=ROWS
// ROWS: 5460 memory transactions
// ROWS: loop [[#@LINE+5]]-{{[0-9]+}}, trip -iteration([[#@LINE+3]]) + n = 43.33
// ROWS: W [floating-point operation] {{ *}}87360{{$}}
kernel void eliminate(global float *restrict a, int n) {
  for (int k = 0; k < n; k++)
    for (int i = k + 1; i < n; i++)
      for (int j = k; j < n; j++)
        a[j] = 1.0f * i;
}
// Ten stores of 4 bytes, 2.5 in each iteration of four, are 0.625 transactions,
// in closed form too; five of the other loop 0.3125.
// RUN: %roofline analyze --verbose --model hpca16-repaired %s --kernel fraction --arg n=4 | FileCheck %s --check-prefix=PART
// RUN: %roofline analyze --verbose --model hpca16-repaired %s --kernel fraction --allow-unknown | FileCheck %s --check-prefix=FORM
// PART: [[#@LINE+5]]:{{[0-9]+}} {{ *}}a {{ *}}write {{ *}}4 {{ *}}0.62
// FORM: Mem_trans = 0.0625*(
kernel void fraction(global float *restrict a, int n, int m) {
  for (int k = 0; k < n; k++)
    for (int j = k; j < n; j++)
      a[j] = 1.0f;
  for (int k = 0; k < 5; k++)
    a[k] = 2.0f;
}
