#include "conv3x3.h"

// Weights of 16 in all, so that the quotient is a shift.
static const ap_uint<3> weights[3][3] = {{1, 2, 1}, {2, 4, 2}, {1, 2, 1}};

static pixel_t smoothed(const pixel_t window[3][3]) {
#pragma HLS INLINE
  ap_uint<12> sum = 8;
window_rows:
  for (int i = 0; i < 3; ++i) {
#pragma HLS UNROLL
  window_columns:
    for (int j = 0; j < 3; ++j) {
#pragma HLS UNROLL
      sum += weights[i][j] * window[i][j];
    }
  }
  return sum >> 4;
}

void conv3x3(const pixel_t in[ROWS * COLS], pixel_t out[ROWS * COLS]) {
#pragma HLS INTERFACE mode=m_axi port=in bundle=gmem0 depth=19200
#pragma HLS INTERFACE mode=m_axi port=out bundle=gmem1 depth=19200
  pixel_t lines[2][COLS];
#pragma HLS ARRAY_PARTITION variable=lines type=complete dim=1
  pixel_t window[3][3];
#pragma HLS ARRAY_PARTITION variable=window type=complete dim=0

rows:
  for (int y = 0; y <= ROWS; ++y) {
  columns:
    for (int x = 0; x <= COLS; ++x) {
#pragma HLS PIPELINE II=1
      pixel_t next = 0;
      if (y < ROWS && x < COLS)
        next = in[y * COLS + x];
    shift:
      for (int i = 0; i < 3; ++i) {
#pragma HLS UNROLL
        window[i][0] = window[i][1];
        window[i][1] = window[i][2];
      }
      if (x < COLS) {
        window[0][2] = lines[0][x];
        window[1][2] = lines[1][x];
        window[2][2] = next;
        lines[0][x] = lines[1][x];
        lines[1][x] = next;
      }
      // The window's middle lies one row and one column back.
      if (y > 0 && x > 0) {
        bool border = y == 1 || y == ROWS || x == 1 || x == COLS;
        out[(y - 1) * COLS + x - 1] = border ? window[1][1] : smoothed(window);
      }
    }
  }
}
