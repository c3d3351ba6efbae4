#include "matvec.h"

void matvec(const element_t a[ROWS][COLS], const element_t x[COLS],
            result_t y[ROWS]) {
#pragma HLS ARRAY_PARTITION variable=a type=cyclic factor=4 dim=2
#pragma HLS ARRAY_PARTITION variable=x type=cyclic factor=4
rows:
  for (int i = 0; i < ROWS; ++i) {
    sum_t sum = 0;
  columns:
    for (int j = 0; j < COLS; ++j) {
#pragma HLS PIPELINE II=1
#pragma HLS UNROLL factor=4
      sum += a[i][j] * x[j];
    }
    y[i] = sum;
  }
}
