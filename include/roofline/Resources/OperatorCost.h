// Resources and delay of one operator.
#ifndef ROOFLINE_RESOURCES_OPERATORCOST_H
#define ROOFLINE_RESOURCES_OPERATORCOST_H

#include "roofline/Resources/CostModel.h"
#include "roofline/Stream/LiveBits.h"

#include <optional>

namespace roofline {

/// One copy of node \p Node, with the registers of its own stages; nothing
/// where it was not measured. Registered: as in form Pipe.
std::optional<FabricResources>
operatorCost(const CostModel &Costs, const StreamKernel &K, uint32_t Node,
             const std::vector<LiveBits> &Live, bool Registered);

/// The part of operatorCost() for the quotient within remainder \p Node by a
/// constant, which the quotient beside it has, too; nothing without DSP blocks.
std::optional<FabricResources>
quotientInside(const CostModel &Costs, const StreamKernel &K, uint32_t Node,
               const std::vector<LiveBits> &Live, bool Registered);

/// [ps] of its slowest structure, as measured from its operands to its
/// register; nothing where none was measured.
std::optional<double> operatorDelay(const CostModel &Costs,
                                    const StreamKernel &K, uint32_t Node,
                                    const std::vector<LiveBits> &Live,
                                    bool Registered);

} // namespace roofline

#endif
