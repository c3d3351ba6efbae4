// What an emitted core needs of an FPGA, before it is synthesised.
//
/// \file
/// Sums what is emitted: operators, the registers and delays between them, line
/// buffers, counters, flags, handshakes, reductions and control; each from the
/// measured curve of its structure (Model/CostModel.h), at the width of the
/// bits that can be set. What synthesis merges across these borders, as LUTs
/// of two flags, is not seen. Source: TYTRA17 section 6.2.1.
#ifndef ROOFLINE_MODEL_RESOURCEMODEL_H
#define ROOFLINE_MODEL_RESOURCEMODEL_H

#include "roofline/Model/CostModel.h"
#include "roofline/Model/FabricResources.h"
#include "roofline/Model/LiveBits.h"
#include "roofline/Model/StreamLayout.h"
#include "roofline/Model/StreamSchedule.h"

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

/// Of all lanes of \p D, whose schedule and layout are \p S and \p L. No shell.
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
