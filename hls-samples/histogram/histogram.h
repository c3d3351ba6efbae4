// Counts the values of bytes. The count of one value is read and written in
// each iteration.
#ifndef HISTOGRAM_H
#define HISTOGRAM_H

#include "ap_int.h"

constexpr int SIZE = 4096;
constexpr int BINS = 256;
using byte_t = ap_uint<8>;
using count_t = ap_uint<13>;

void histogram(const byte_t in[SIZE], count_t counts[BINS]);

#endif
