// At which sizes a resource has to be measured.
//
/// \file
/// Synthesis takes seconds, so that not every width of every operator can be
/// measured: breakpoints are found by bisection. Independent of what measures.
#ifndef ROOFLINE_RESOURCES_COSTSAMPLING_H
#define ROOFLINE_RESOURCES_COSTSAMPLING_H

#include "roofline/Resources/CostFit.h"

#include <cstdint>

namespace roofline {

/// Growth of a resource between two sizes.
enum class Growth : uint8_t {
  Smooth, ///< LUTs, registers: as a polynomial, with breakpoints
  Steps,  ///< DSP and memory blocks: constant, then another constant
};

/// [1] How close smooth breakpoints are looked for: to this part of the size.
constexpr double BreakpointResolution = 0.125;

/// Elements of \p Sizes (ascending) to measure next, beyond \p Points, so that
/// a fit describes the others: at first both ends and all powers of two, the
/// sizes of C's types, then the middle between two points wherever
///   - steps: they differ;
///   - smooth: they are not on one piece, or that has no more points than
///     coefficients, so that nothing confirms it; and they are further apart
///     than BreakpointResolution.
/// So breakpoints are found by bisection. None: nothing is left to measure.
std::vector<uint32_t> sizesToMeasure(std::span<const FitPoint> Points,
                                     std::span<const uint32_t> Sizes,
                                     Growth Kind);

} // namespace roofline

#endif
