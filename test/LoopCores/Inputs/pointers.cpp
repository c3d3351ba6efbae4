// Functions of sized-buffers.cl.
#include "ap_int.h"

extern "C" void rows(const int *end, const int *column, const float *value,
                     const float *x, float *y, int count) {
  for (int row = 0; row < count; ++row) {
    float sum = 0;
    for (int i = row ? end[row - 1] : 0; i < end[row]; ++i)
      sum += value[i] * x[column[i]];
    y[row] = sum;
  }
}

void gathered(const unsigned short *at, const ap_uint<24> *table,
              ap_uint<24> *out, int count) {
  for (int i = 0; i < count; ++i)
    out[i] = table[at[i]];
}
