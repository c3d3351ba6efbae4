// The metrics that follow from what is counted and measured.
#ifndef ROOFLINE_MEASURE_METRICS_H
#define ROOFLINE_MEASURE_METRICS_H

#include "roofline/Model/Roofline.h"
#include "roofline/Model/Units.h"

namespace roofline {

/// Operational intensity [operation/byte].
///   I = W / Q
///   W [operation] the kernel's work, Q [byte] its traffic with global memory
/// Source: ICHEC15 Eq. (1). Holds for Q > 0.
constexpr double operationalIntensity(double Work, Bytes Traffic) noexcept {
  return Work / Traffic.value();
}

/// Performance.
///   F = W / T
/// Source: ICHEC15 Eq. (3).
constexpr OperationsPerSecond performance(double Work, Seconds T) noexcept {
  return OperationsPerSecond(Work / T.value());
}

/// Performance per watt [operation/s/W].
///   R = F / P
/// Source: ICHEC15 Eq. (4).
constexpr double performancePerWatt(OperationsPerSecond F, Watts P) noexcept {
  return F.value() / P.value();
}

} // namespace roofline

#endif
