// The convolution's definition, in 64-bit integers.
#include "../check.h"
#include "fir.h"

int main() {
  static sample_t in[SAMPLES];
  static weight_t weights[TAPS];
  static result_t out[SAMPLES];
  static long long x[SAMPLES], h[TAPS];
  Numbers numbers;
  for (int n = 0; n < SAMPLES; ++n)
    in[n] = x[n] = numbers.between(-32768, 32767);
  for (int i = 0; i < TAPS; ++i)
    weights[i] = h[i] = numbers.between(-2048, 2047);
  fir(in, weights, out);
  int wrong = 0;
  for (int n = 0; n < SAMPLES; ++n) {
    long long sum = 0;
    for (int i = 0; i <= n && i < TAPS; ++i)
      sum += h[i] * x[n - i];
    wrong += out[n].to_int64() != sum;
  }
  return verdict("fir", wrong, SAMPLES);
}
