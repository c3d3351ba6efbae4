#include "heat2d.h"

void heat2d(float plate[ROWS][COLS]) {
  float next[ROWS][COLS];

steps:
  for (int t = 0; t < STEPS; ++t) {
  rows:
    for (int i = 1; i < ROWS - 1; ++i) {
    columns:
      for (int j = 1; j < COLS - 1; ++j) {
#pragma HLS PIPELINE II=1
        float around = plate[i - 1][j] + plate[i + 1][j] + plate[i][j - 1] +
                       plate[i][j + 1];
        next[i][j] = 0.5f * plate[i][j] + 0.125f * around;
      }
    }
  copy_rows:
    for (int i = 1; i < ROWS - 1; ++i) {
    copy_columns:
      for (int j = 1; j < COLS - 1; ++j) {
#pragma HLS PIPELINE II=1
        plate[i][j] = next[i][j];
      }
    }
  }
}
