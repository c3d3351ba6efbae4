// Best local alignment of a query with a reference, by dynamic programming.
#ifndef SMITH_WATERMAN_H
#define SMITH_WATERMAN_H

#include "ap_int.h"

constexpr int QUERY = 48;
constexpr int REFERENCE = 160;
constexpr int MATCH = 2;
constexpr int MISMATCH = -1;
constexpr int GAP = -1;
using base_t = ap_uint<2>;
using score_t = ap_int<9>;

/// Returns the greatest score, and where in the reference it ends.
score_t smith_waterman(const base_t query[QUERY],
                       const base_t reference[REFERENCE], ap_uint<8> &end);

#endif
