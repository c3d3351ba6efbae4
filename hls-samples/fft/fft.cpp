#include "fft.h"
#include "ap_int.h"

/// exp(-2 pi i k / POINTS) for the lower half circle, by the compiler.
struct Twiddles {
  float re[POINTS / 2];
  float im[POINTS / 2];

  constexpr Twiddles() : re(), im() {
    for (int k = 0; k < POINTS / 2; ++k) {
      double angle = -6.283185307179586 * k / POINTS;
      double term = 1, cosine = 0, sine = 0;
      for (int n = 0; n < 24; n += 2) {
        cosine += term;
        term *= angle / (n + 1);
        sine += term;
        term *= -angle / (n + 2);
      }
      re[k] = static_cast<float>(cosine);
      im[k] = static_cast<float>(sine);
    }
  }
};
static constexpr Twiddles twiddles;

void fft(const float in_re[POINTS], const float in_im[POINTS], float re[POINTS],
         float im[POINTS]) {
reorder:
  for (int i = 0; i < POINTS; ++i) {
#pragma HLS PIPELINE II=1
    ap_uint<BITS> mirrored = i;
    mirrored.reverse();
    re[mirrored] = in_re[i];
    im[mirrored] = in_im[i];
  }
stages:
  for (int s = 0; s < BITS; ++s) {
  butterflies:
    for (int k = 0; k < POINTS / 2; ++k) {
#pragma HLS PIPELINE
      int half = 1 << s;
      int offset = k & (half - 1);
      int upper = ((k >> s) << (s + 1)) + offset;
      int lower = upper + half;
      int t = offset << (BITS - 1 - s);
      float wr = twiddles.re[t];
      float wi = twiddles.im[t];
      float vr = re[lower] * wr - im[lower] * wi;
      float vi = re[lower] * wi + im[lower] * wr;
      float ur = re[upper];
      float ui = im[upper];
      re[upper] = ur + vr;
      im[upper] = ui + vi;
      re[lower] = ur - vr;
      im[lower] = ui - vi;
    }
  }
}
