#include "histogram.h"

void histogram(const byte_t in[SIZE], count_t counts[BINS]) {
  count_t local[BINS];
#pragma HLS BIND_STORAGE variable=local type=ram_2p impl=bram

clear:
  for (int i = 0; i < BINS; ++i) {
#pragma HLS PIPELINE II=1
    local[i] = 0;
  }
values:
  for (int i = 0; i < SIZE; ++i) {
#pragma HLS PIPELINE
    local[in[i]] += 1;
  }
copy:
  for (int i = 0; i < BINS; ++i) {
#pragma HLS PIPELINE II=1
    counts[i] = local[i];
  }
}
