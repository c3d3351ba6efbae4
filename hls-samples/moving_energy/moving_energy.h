// Squares of a signal, and their sum over a window: two processes with a stream
// between them.
#ifndef MOVING_ENERGY_H
#define MOVING_ENERGY_H

#include "ap_int.h"

constexpr int SAMPLES = 1024;
constexpr int WINDOW = 8;
using sample_t = ap_int<12>;
using square_t = ap_uint<23>;
using energy_t = ap_uint<26>;

/// A window at the start has the samples that are there.
void moving_energy(const sample_t in[SAMPLES], energy_t out[SAMPLES]);

#endif
