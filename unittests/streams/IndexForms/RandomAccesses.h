// Kernels by chance whose indices are written in the ways that programs do.
#ifndef ROOFLINE_UNITTESTS_ANALYSIS_RANDOMACCESSES_H
#define ROOFLINE_UNITTESTS_ANALYSIS_RANDOMACCESSES_H

#include <cstdint>
#include <string>

namespace roofline::test {

/// OpenCL C of \p Number kernels: ids of one to three dimensions, up to two
/// nested loops, sums, products, quotients, masks, shifts, minima, choices and
/// casts of them as indices; each access in a line of its own.
std::string randomAccesses(uint64_t Seed, unsigned Number);

} // namespace roofline::test

#endif
