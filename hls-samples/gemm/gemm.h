// C = A * B for square matrices of doubles.
#ifndef GEMM_H
#define GEMM_H

constexpr int N = 64;

void gemm(const double a[N][N], const double b[N][N], double c[N][N]);

#endif
