// The transform's definition, in doubles.
#include "../check.h"
#include "fft.h"
#include <cmath>

int main() {
  static float in_re[POINTS], in_im[POINTS], re[POINTS], im[POINTS];
  Numbers numbers;
  for (int i = 0; i < POINTS; ++i) {
    in_re[i] = static_cast<float>(numbers.unit());
    in_im[i] = static_cast<float>(numbers.unit());
  }
  fft(in_re, in_im, re, im);
  int wrong = 0;
  for (int k = 0; k < POINTS; ++k) {
    double sum_re = 0, sum_im = 0;
    for (int i = 0; i < POINTS; ++i) {
      double angle =
          -2 * M_PI * (static_cast<long long>(i) * k % POINTS) / POINTS;
      sum_re += in_re[i] * std::cos(angle) - in_im[i] * std::sin(angle);
      sum_im += in_re[i] * std::sin(angle) + in_im[i] * std::cos(angle);
    }
    wrong +=
        std::fabs(re[k] - sum_re) > 1e-4 || std::fabs(im[k] - sum_im) > 1e-4;
  }
  return verdict("fft", wrong, POINTS);
}
