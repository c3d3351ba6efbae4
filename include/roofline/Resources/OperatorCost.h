// Resources and delay of one operator.
#ifndef ROOFLINE_RESOURCES_OPERATORCOST_H
#define ROOFLINE_RESOURCES_OPERATORCOST_H

#include "roofline/Resources/CostModel.h"
#include "roofline/Stream/LiveBits.h"

#include <optional>

namespace roofline {

/// Resources of one copy of node \p Node, with the registers of its own stages;
/// nothing when it was not measured. \p Registered: as in form Pipe.
std::optional<FabricResources>
operatorCost(const CostModel &Costs, const StreamKernel &K, uint32_t Node,
             const std::vector<LiveBits> &Live, bool Registered);

/// Part of operatorCost() for the quotient inside \p Node, a remainder by a
/// constant, which a separate quotient node repeats. Nothing when it uses no
/// DSP blocks.
std::optional<FabricResources>
quotientInside(const CostModel &Costs, const StreamKernel &K, uint32_t Node,
               const std::vector<LiveBits> &Live, bool Registered);

/// [ps] Delay of the slowest structure of node \p Node, from operands to
/// register; nothing when none was measured.
std::optional<double> operatorDelay(const CostModel &Costs,
                                    const StreamKernel &K, uint32_t Node,
                                    const std::vector<LiveBits> &Live,
                                    bool Registered);

} // namespace roofline

#endif
