// Resources of an emitted core, before it is synthesised.
//
/// \file
/// The core's netlist, of the lanes whose Verilog is printed from it and of
/// what the top module has around them, is covered with the family's cells
/// (Mapping/MapNetlist.h), and these are counted. Shift registers, memories,
/// products and floats have measured costs (Resources/CostModel.h).
/// Source: TYTRA17 section 6.2.1.
#ifndef ROOFLINE_RESOURCES_RESOURCEMODEL_H
#define ROOFLINE_RESOURCES_RESOURCEMODEL_H

#include "roofline/Base/FabricResources.h"
#include "roofline/Resources/CoveredLanes.h"

#include <optional>
#include <string>
#include <vector>

namespace roofline {

/// The resources of a core, by kind of cell.
struct CorePrediction {
  FabricResources Logic;       ///< LUTs and flip-flops
  FabricResources Delays;      ///< shift registers
  FabricResources LineBuffers; ///< memories
  FabricResources Units;       ///< products and floats
  /// Operators without a measured cost: "k.cl:4:7: fdiv of 16 bits: not in the
  /// cost file of xc7". Unless empty, the sum is only a part of the core.
  std::vector<std::string> Unknowns;
  bool operator==(const CorePrediction &) const = default;

  FabricResources total() const noexcept;
};

/// Resources of the core of \p D, without shell; \p Lanes knows lanes of
/// earlier designs.
CorePrediction predict(const CostModel &Costs, const StreamKernel &K,
                       const StreamDesign &D, CoveredLanes &Lanes);
CorePrediction predict(const CostModel &Costs, const StreamKernel &K,
                       const StreamDesign &D);

/// \p D with at most 8 positions a cycle and two lanes: further ones are copies
/// with the same cells and paths.
StreamDesign coveredDesign(StreamDesign D) noexcept;

/// Total of predict() as a search asks for it, by copies of coveredDesign();
/// nothing when a part is unknown.
std::optional<FabricResources> coreResources(const CostModel &Costs,
                                             const StreamKernel &K,
                                             const StreamDesign &D,
                                             CoveredLanes &Lanes);

/// The part of coreResources() that delay lines take, in registers or memory,
/// without copies of coveredDesign(); nothing when a part is unknown.
std::optional<FabricResources> delayLineResources(const CostModel &Costs,
                                                  const StreamKernel &K,
                                                  const StreamDesign &D);

} // namespace roofline

#endif
