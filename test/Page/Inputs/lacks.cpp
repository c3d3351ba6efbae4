#include <math.h>
void lacks(const double in[64], double out[64]) {
  for (int n = 0; n < 64; ++n)
    out[n] = tgamma(in[n]);
}
