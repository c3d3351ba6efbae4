// Functions of math.test.
#include <math.h>

void softmax(const float in[24], float out[24]) {
  float most = in[0], sum = 0, parts[24];
  for (int i = 1; i < 24; ++i)
    if (in[i] > most)
      most = in[i];
  for (int i = 0; i < 24; ++i) {
    parts[i] = expf(in[i] - most);
    sum += parts[i];
  }
  for (int i = 0; i < 24; ++i)
    out[i] = parts[i] / sum;
}

void exponentials(const double in[8], double out[8]) {
  for (int i = 0; i < 8; ++i)
    out[i] = exp(in[i]);
}

void logarithms(const float in[8], const int n[8], float out[8]) {
  for (int i = 0; i < 8; ++i)
    out[i] = ldexpf(logf(in[i]), n[i]);
}

// One number on each side of each border between classes, and all sets of
// classes that have a name.
void classes(const int unused[1], int out[32]) {
  static const unsigned borders[16] = {
      0,          1,          0x007fffff, 0x00800000, 0x7f7fffff, 0x7f800000,
      0x7f800001, 0x7fbfffff, 0x7fc00000, 0x7fffffff, 0x3f800000, 0x00000800,
      0x7fa00000, 0x7ff00000, 0x00ffffff, 0x7f000000};
  for (int i = 0; i < 32; ++i) {
    union {
      unsigned bits;
      float number;
    } x = {borders[i % 16] | (i < 16 ? 0 : 0x80000000u)};
    const float f = x.number;
    out[i] = unused[0] * 0 + isnan(f) + 2 * isinf(f) + 4 * isfinite(f) +
             8 * isnormal(f) + 16 * __builtin_issignaling(f) +
             32 * __builtin_isfpclass(f, 0x0010 | 0x0008 | 0x0200 | 0x0002) +
             64 * __builtin_isfpclass(f, 0x0040 | 0x0100);
  }
}

void gammas(const float in[8], float out[8]) {
  for (int i = 0; i < 8; ++i)
    out[i] = tgammaf(in[i]);
}
