// Hardware factors of a design, and the part of the device that it uses.
#ifndef ROOFLINE_KERNEL_DESIGN_H
#define ROOFLINE_KERNEL_DESIGN_H

#include <cstdint>
#include <vector>

namespace roofline {

/// Fraction of the whole device in use, shell included. Source: HPCA16 Eq.
/// (20).
struct Utilization {
  double Logic = 0, Memory = 0, Dsp = 0;
  bool operator==(const Utilization &) const = default;
};

/// Hardware factors of one design. Unroll has one entry per loop of the
/// summary.
struct Design {
  uint32_t ComputeUnits = 1;
  uint32_t Simd = 1;
  std::vector<uint32_t> Unroll; ///< [1] factor by loop; 1 is not unrolled
  bool operator==(const Design &) const = default;
};

} // namespace roofline

#endif
