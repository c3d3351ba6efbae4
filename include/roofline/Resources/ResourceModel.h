// Resources of an emitted core, before it is synthesised.
//
/// \file
/// Sums operators, the registers and delays between them, line buffers,
/// counters, flags, handshakes, reductions and control. Each cost comes from
/// the measured curve of its structure (Resources/CostModel.h), at the width of
/// the bits that can be set. Ignores what synthesis merges across structures,
/// as LUTs of two flags. Source: TYTRA17 section 6.2.1.
#ifndef ROOFLINE_RESOURCES_RESOURCEMODEL_H
#define ROOFLINE_RESOURCES_RESOURCEMODEL_H

#include "roofline/Base/FabricResources.h"
#include "roofline/Core/StreamLayout.h"
#include "roofline/Core/StreamSchedule.h"
#include "roofline/Resources/CostModel.h"
#include "roofline/Stream/LiveBits.h"

#include <bit>
#include <optional>
#include <string>
#include <vector>

namespace roofline {

/// The resources of a core, by purpose.
struct CorePrediction {
  FabricResources Operators, Delays, LineBuffers, Reductions, Control;
  FabricResources Finish; ///< the Finish kernel
  /// Operators and structures without a measured cost, with the reason:
  /// "k.cl:4:7: fdiv of 16 bits: not in the cost file of xc7". Unless empty,
  /// the sum is only a part of the core.
  std::vector<std::string> Unknowns;
  bool operator==(const CorePrediction &) const = default;

  FabricResources total() const noexcept;
};

/// Resources of all lanes of \p D with schedule \p S and layout \p L, without
/// shell.
CorePrediction predict(const CostModel &Costs, const StreamKernel &K,
                       const StreamDesign &D, const DatapathSchedule &S,
                       const LaneLayout &L);
CorePrediction predict(const CostModel &Costs, const StreamKernel &K,
                       const StreamDesign &D);

/// Total of predict(); nothing when a part is unknown.
std::optional<FabricResources> coreResources(const CostModel &Costs,
                                             const StreamKernel &K,
                                             const StreamDesign &D);

} // namespace roofline

#endif
