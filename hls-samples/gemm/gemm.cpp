#include "gemm.h"

void gemm(const double a[N][N], const double b[N][N], double c[N][N]) {
rows:
  for (int i = 0; i < N; ++i) {
  columns:
    for (int j = 0; j < N; ++j) {
      double sum = 0;
    products:
      for (int k = 0; k < N; ++k) {
#pragma HLS PIPELINE
        sum += a[i][k] * b[k][j];
      }
      c[i][j] = sum;
    }
  }
}
