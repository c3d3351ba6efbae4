// Choice of the sizes at which to measure a resource.
//
/// \file
/// Synthesis takes seconds, too long for every width of every operator, so
/// bisection finds the breakpoints. Knows nothing of the measuring tool.
#ifndef ROOFLINE_RESOURCES_COSTSAMPLING_H
#define ROOFLINE_RESOURCES_COSTSAMPLING_H

#include "roofline/Resources/CostFit.h"

#include <cstdint>

namespace roofline {

/// Growth of a resource between two sizes.
enum class Growth : uint8_t {
  Smooth, ///< LUTs, registers: a polynomial with breakpoints
  Steps,  ///< DSP and memory blocks: constant, then another constant
};

/// [1] Resolution of smooth breakpoints, over the size.
constexpr double BreakpointResolution = 0.125;

/// Elements of \p Sizes (ascending) to measure next, beyond \p Points, until a
/// fit describes the rest. The first are both ends and all powers of two, the
/// sizes of C's types. Then follows the middle between two points wherever
///   - steps: they differ;
///   - smooth: they are not on one piece, or that has no more points than
///     coefficients, so that nothing confirms it; and they are further apart
///     than BreakpointResolution.
/// Empty when nothing is left to measure.
std::vector<uint32_t> sizesToMeasure(std::span<const FitPoint> Points,
                                     std::span<const uint32_t> Sizes,
                                     Growth Kind);

} // namespace roofline

#endif
