// Resources of the AXI4 masters around a core on an FPGA, before synthesis.
//
/// \file
/// The price of a master sums measurements that differ from a reference (32
/// bits, bursts of 16, 4 outstanding) in one size, and the cost of its queue,
/// which has two sizes. docs/cost-format.md names the structures. Ignores logic
/// that synthesis moves across their borders.
#ifndef ROOFLINE_RESOURCES_MASTERCOST_H
#define ROOFLINE_RESOURCES_MASTERCOST_H

#include "roofline/Core/StreamMasters.h"
#include "roofline/Resources/CoveredLanes.h"

namespace roofline {

/// Sizes of one master, [bit], [bus word] and [burst]. A measurement has the
/// defaults for all sizes but one.
struct MasterSizes {
  uint32_t Data = 32, Width = 32, Address = 32, Burst = 16, Outstanding = 4,
           Count = 16;
};

/// [bit] Width of the bus in measurements of a master's rows, with words of at
/// least a byte.
constexpr uint32_t rowSampleBits(uint32_t Parts) noexcept {
  return Parts < 4 ? 32 : 8 * Parts;
}

struct MasterPrediction {
  FabricResources Need; ///< of all masters, without the core
  /// [ps] Longest path through cells within a master; nothing: not measured.
  std::optional<double> Delay = 0;
  /// As CorePrediction::Unknowns.
  std::vector<std::string> Unknowns;
  bool operator==(const MasterPrediction &) const = default;
};

/// Resources of the masters \p M of all streams and lanes, without what
/// computes masterWords() for them.
MasterPrediction predictMasters(const CostModel &Costs, const StreamKernel &K,
                                const StreamDesign &D, const MemoryMasters &M);

/// Covers the core of \p D with what computes masterWords() for masters \p M.
CoveredLanes lanesWith(const StreamKernel &K, const StreamDesign &D,
                       const std::optional<MemoryMasters> &M);

/// Resources of a core with its masters on an FPGA family, without a shell.
struct CoreCost {
  std::string Target, Tool;            ///< of the cost file
  std::optional<FabricResources> Need; ///< nothing: a part is unknown
  /// As CorePrediction::Unknowns.
  std::vector<std::string> Unknowns;
};
CoreCost coreCost(const CostModel &Costs, const StreamKernel &K,
                  const StreamDesign &D,
                  const std::optional<MemoryMasters> &Asked);

} // namespace roofline

#endif
