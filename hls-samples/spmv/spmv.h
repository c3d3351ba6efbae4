// y = A * x for a sparse matrix in compressed rows (CSR).
#ifndef SPMV_H
#define SPMV_H

constexpr int ROWS = 256;
constexpr int COLS = 256;
constexpr int ELEMENTS = 2048;

void spmv(const float values[ELEMENTS], const int columns[ELEMENTS],
          const int starts[ROWS + 1], const float x[COLS], float y[ROWS]);

#endif
