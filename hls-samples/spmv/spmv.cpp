#include "spmv.h"

void spmv(const float values[ELEMENTS], const int columns[ELEMENTS],
          const int starts[ROWS + 1], const float x[COLS], float y[ROWS]) {
rows:
  for (int i = 0; i < ROWS; ++i) {
    float sum = 0;
    int begin = starts[i];
    int end = starts[i + 1];
  elements:
    for (int k = begin; k < end; ++k) {
#pragma HLS LOOP_TRIPCOUNT min=0 max=16 avg=8
#pragma HLS PIPELINE
      sum += values[k] * x[columns[k]];
    }
    y[i] = sum;
  }
}
