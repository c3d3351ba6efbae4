// A filter of 16 taps on samples of 16 bits, one sample a call of the loop.
#ifndef FIR_H
#define FIR_H

#include "ap_int.h"

constexpr int TAPS = 16;
constexpr int SAMPLES = 1024;
using sample_t = ap_int<16>;
using weight_t = ap_int<12>;
using result_t = ap_int<32>;

void fir(const sample_t in[SAMPLES], const weight_t weights[TAPS],
         result_t out[SAMPLES]);

#endif
