// Each window on its own, in plain integers.
#include "../check.h"
#include "moving_energy.h"

int main() {
  static sample_t in[SAMPLES];
  static energy_t out[SAMPLES];
  static int signal[SAMPLES];
  Numbers numbers;
  for (int i = 0; i < SAMPLES; ++i)
    in[i] = signal[i] = i < 20 ? -2048 : numbers.between(-2048, 2047);
  moving_energy(in, out);
  int wrong = 0;
  for (int i = 0; i < SAMPLES; ++i) {
    long sum = 0;
    for (int k = i < WINDOW ? 0 : i - WINDOW + 1; k <= i; ++k)
      sum += static_cast<long>(signal[k]) * signal[k];
    wrong += out[i].to_long() != sum;
  }
  return verdict("moving_energy", wrong, SAMPLES);
}
