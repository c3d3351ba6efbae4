// Operators cut into shorter ones, so that a core reaches a faster clock.
//
/// \file
/// In form Pipe each operator has a register behind it, so that the widest
/// carry chain, product or division makes the clock of the whole core. Cut
/// operators are several nodes of the datapath: evaluation, schedule, Verilog
/// and price take them as they take all others. Parts of sums are a stage
/// behind the lower ones, and so are their readers' parts: a chain of n sums
/// of k parts takes n + k - 1 stages.
/// Source: Granlund and Montgomery, Division by Invariant Integers using
/// Multiplication, PLDI 1994, for quotients by constants.
#ifndef ROOFLINE_CORE_CUTSTAGES_H
#define ROOFLINE_CORE_CUTSTAGES_H

#include "roofline/Stream/StreamKernel.h"

namespace roofline {

/// Returns \p K with sums, comparisons, shifts, counts, products and quotients
/// by constants cut, so that no carry chain of one is longer than half as much
/// again as \p Bits. Sets StageBits, by which each delay ends in a register.
/// Not cut: floats, divisions by variables, reductions, counts of zeros,
/// rotations of widths that are no power of two, and divisions of more than 32
/// bits but those by a power of two.
/// A kernel that was cut for \p Bits stays, and so does one for 0.
StreamKernel cutStages(const StreamKernel &K, uint32_t Bits);

} // namespace roofline

#endif
