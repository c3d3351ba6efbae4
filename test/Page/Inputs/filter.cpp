#include "filter.h"

// A FIR filter over a window, and a running sum <b id="markup">whose interval is forced</b>.
void filter(const int in[1024], int out[1024], const int weights[Taps]) {
#pragma HLS INTERFACE mode=ap_memory port=in
  int window[Taps] = {0};
#pragma HLS ARRAY_PARTITION variable=window type=complete
samples:
  for (int n = 0; n < 1024; ++n) {
#pragma HLS PIPELINE
    for (int i = Taps - 1; i > 0; --i)
      window[i] = window[i - 1];
    window[0] = in[n];
    out[n] = weighted(window, weights);
  }
}

void energy(const double in[256], double *out) {
  double sum = 0;
all:
  for (int n = 0; n < 256; ++n) {
#pragma HLS PIPELINE
    sum += in[n] * in[n];
  }
  *out = sum;
}
