#include "moving_energy.h"
#include "hls_stream.h"

static void squares(const sample_t in[SAMPLES], hls::stream<square_t> &to) {
square_samples:
  for (int i = 0; i < SAMPLES; ++i) {
#pragma HLS PIPELINE II=1
    sample_t sample = in[i];
    to.write(sample * sample);
  }
}

static void sums(hls::stream<square_t> &from, energy_t out[SAMPLES]) {
  square_t window[WINDOW];
#pragma HLS ARRAY_PARTITION variable=window type=complete
  energy_t energy = 0;

clear:
  for (int k = 0; k < WINDOW; ++k) {
#pragma HLS UNROLL
    window[k] = 0;
  }
sum_samples:
  for (int i = 0; i < SAMPLES; ++i) {
#pragma HLS PIPELINE II=1
    square_t next = from.read();
    energy = energy + next - window[WINDOW - 1];
  shift:
    for (int k = WINDOW - 1; k > 0; --k) {
#pragma HLS UNROLL
      window[k] = window[k - 1];
    }
    window[0] = next;
    out[i] = energy;
  }
}

void moving_energy(const sample_t in[SAMPLES], energy_t out[SAMPLES]) {
#pragma HLS DATAFLOW
  hls::stream<square_t> between("between");
#pragma HLS STREAM variable=between depth=4
  squares(in, between);
  sums(between, out);
}
