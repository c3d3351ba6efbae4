// What the model of C++ kernels is asked for.
#ifndef ROOFLINE_VITISNESTS_VITISOPTIONS_H
#define ROOFLINE_VITISNESTS_VITISOPTIONS_H

#include "roofline/Base/Units.h"

#include <cstdint>
#include <set>
#include <string>

namespace roofline {

/// Rules that may be left out: docs/model-vitis.md.
inline constexpr const char *VitisRules[] = {"address-products",
                                             "bank-address",
                                             "bank-ways",
                                             "bus",
                                             "exits",
                                             "finish",
                                             "flat-banks",
                                             "flatten",
                                             "hoisting",
                                             "misaligned",
                                             "ports",
                                             "quick-sums",
                                             "registers",
                                             "selects",
                                             "sharing",
                                             "short-loops",
                                             "small-nests",
                                             "trees"};

struct VitisOptions {
  Hertz Clock = Hertz(250e6);
  /// Sums of floating-point numbers may be rebalanced: config_compile
  /// -unsafe_math_optimizations.
  bool UnsafeMath = false;
  /// [cycle] that the source expects of buses: config_interface -m_axi_latency,
  /// 64 in the flow for Vitis. An interface pragma wins.
  uint32_t BusLatency = 0;
  /// UltraRAM that the device has for kernels: without any, its arrays are in
  /// block RAM. Nothing: not known, and as much as they want.
  std::optional<double> UltraRam = {};
  /// Rules that are left out, by their names: docs/model-vitis.md.
  std::set<std::string, std::less<>> Without;
  /// Designs that the compiler would not finish are not scheduled: they have a
  /// Doubt, and infinite Latency.
  bool SkipsHopeless = false;
  bool operator==(const VitisOptions &) const = default;
};

} // namespace roofline

#endif
