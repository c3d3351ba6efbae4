// Smooths a grey picture by a 3x3 kernel; a row is read once, into two line
// buffers.
#ifndef CONV3X3_H
#define CONV3X3_H

#include "ap_int.h"

constexpr int ROWS = 120;
constexpr int COLS = 160;
using pixel_t = ap_uint<8>;

/// The border of the picture keeps its pixels.
void conv3x3(const pixel_t in[ROWS * COLS], pixel_t out[ROWS * COLS]);

#endif
