#include "centred_rows.h"
#include "hls_stream.h"

#ifndef DEPTH
#define DEPTH 2048 // all samples: how few are enough?
#endif

static void add(const sample_t in[ROWS][COLUMNS], hls::stream<sample_t> &samples,
                hls::stream<sum_t> &sums) {
  sum_t sum = 0;
add_rows:
  for (int r = 0; r < ROWS; ++r) {
  add_columns:
    for (int c = 0; c < COLUMNS; ++c) {
#pragma HLS PIPELINE II=1
      sample_t sample = in[r][c];
      sum = c == 0 ? sum_t(sample) : sum_t(sum + sample);
      samples.write(sample);
      if (c == COLUMNS - 1)
        sums.write(sum);
    }
  }
}

static void centre(hls::stream<sample_t> &samples, hls::stream<sum_t> &sums,
                   sample_t out[ROWS][COLUMNS]) {
  sample_t mean = 0;
centre_rows:
  for (int r = 0; r < ROWS; ++r) {
  centre_columns:
    for (int c = 0; c < COLUMNS; ++c) {
#pragma HLS PIPELINE II=1
      if (c == 0)
        mean = sample_t(sums.read() >> 6);
      out[r][c] = samples.read() - mean;
    }
  }
}

void centred_rows(const sample_t in[ROWS][COLUMNS],
                  sample_t out[ROWS][COLUMNS]) {
#pragma HLS DATAFLOW
  hls::stream<sample_t> samples("samples");
  hls::stream<sum_t> sums("sums");
#pragma HLS STREAM variable=samples depth=DEPTH
  add(in, samples, sums);
  centre(samples, sums, out);
}
