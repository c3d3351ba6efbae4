// The rows of a matrix without their mean: two processes, and a stream in which
// a whole row waits for its sum.
#ifndef CENTRED_ROWS_H
#define CENTRED_ROWS_H

#include "ap_int.h"

constexpr int ROWS = 32;
constexpr int COLUMNS = 64;
using sample_t = ap_int<12>;
using sum_t = ap_int<18>;

/// The mean is rounded down.
void centred_rows(const sample_t in[ROWS][COLUMNS],
                  sample_t out[ROWS][COLUMNS]);

#endif
