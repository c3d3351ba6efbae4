#include "fir.h"

void fir(const sample_t in[SAMPLES], const weight_t weights[TAPS],
         result_t out[SAMPLES]) {
  sample_t delay[TAPS];
#pragma HLS ARRAY_PARTITION variable=delay type=complete

clear:
  for (int i = 0; i < TAPS; ++i) {
#pragma HLS UNROLL
    delay[i] = 0;
  }
samples:
  for (int n = 0; n < SAMPLES; ++n) {
#pragma HLS PIPELINE II=1
    result_t sum = 0;
  taps:
    for (int i = TAPS - 1; i >= 0; --i) {
      delay[i] = i == 0 ? in[n] : delay[i - 1];
      sum += delay[i] * weights[i];
    }
    out[n] = sum;
  }
}
