// Resources of an emitted core, before it is synthesised.
//
/// \file
/// Sums what is emitted: operators, the registers and delays between them, line
/// buffers, counters, flags, handshakes, reductions and control; each from the
/// measured curve of its structure (Resources/CostModel.h), at the width of the
/// bits that can be set. Does not see what synthesis merges across these
/// borders, as LUTs of two flags. Source: TYTRA17 section 6.2.1.
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

/// The resources of a core by what they are for.
struct CorePrediction {
  FabricResources Operators, Delays, LineBuffers, Reductions, Control;
  FabricResources Finish; ///< all of it
  /// Operators and structures without a measured cost, with the reason:
  /// "k.cl:4:7: fdiv of 16 bits: not in the cost file of xc7". Where there are
  /// any, the sum is only a part of the core.
  std::vector<std::string> Unknowns;
  bool operator==(const CorePrediction &) const = default;

  FabricResources total() const noexcept;
};

/// Resources of all lanes of \p D, whose schedule and layout are \p S and \p L.
/// No shell.
CorePrediction predict(const CostModel &Costs, const StreamKernel &K,
                       const StreamDesign &D, const DatapathSchedule &S,
                       const LaneLayout &L);
CorePrediction predict(const CostModel &Costs, const StreamKernel &K,
                       const StreamDesign &D);

/// predict(), where everything is known.
std::optional<FabricResources> coreResources(const CostModel &Costs,
                                             const StreamKernel &K,
                                             const StreamDesign &D);

} // namespace roofline

#endif
