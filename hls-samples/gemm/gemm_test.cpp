// Column by column, from the last product to the first: sums differ by rounding
// alone.
#include "../check.h"
#include "gemm.h"
#include <cmath>

int main() {
  static double a[N][N], b[N][N], c[N][N];
  Numbers numbers;
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < N; ++j) {
      a[i][j] = numbers.unit();
      b[i][j] = numbers.unit();
    }
  gemm(a, b, c);
  int wrong = 0;
  for (int j = 0; j < N; ++j)
    for (int i = 0; i < N; ++i) {
      long double sum = 0;
      for (int k = N - 1; k >= 0; --k)
        sum += static_cast<long double>(a[i][k]) * b[k][j];
      wrong += std::fabs(c[i][j] - static_cast<double>(sum)) > 1e-12;
    }
  return verdict("gemm", wrong, N * N);
}
