// Time steps that the host repeats: how many, and random grids to begin with.
#ifndef ROOFLINE_SAMPLES_CHECK_REPEATED_H
#define ROOFLINE_SAMPLES_CHECK_REPEATED_H

#include "Grid.h"

namespace samples {

constexpr int Steps = 6;

inline Grid<float> reals(int W, int H, int D, unsigned Seed) {
  return Grid<float>(W, H, D, randomReals(size_t(W * H * D), Seed));
}

inline Grid<int> wholes(int W, int H, int D, int Low, int High, unsigned Seed) {
  return Grid<int>(W, H, D,
                   randomWholes<int>(size_t(W * H * D), Low, High, Seed));
}

} // namespace samples

#endif
