// Resources of a memory with a port that reads and one that writes.
#ifndef ROOFLINE_RESOURCES_MEMORYCOST_H
#define ROOFLINE_RESOURCES_MEMORYCOST_H

#include "roofline/Netlist/Netlist.h"
#include "roofline/Resources/CostModel.h"

namespace roofline {

/// Memory blocks of \p M, and what chooses between their sections. A part
/// without a measurement counts as 0, and \p Unknowns names it.
FabricResources blockMemoryCost(const CostModel &Costs, const NetlistMemory &M,
                                std::vector<std::string> &Unknowns);

/// [ps] from a clock edge to the word of such a memory; nothing when it was not
/// measured.
std::optional<double> blockMemoryDelay(const CostModel &Costs,
                                       const NetlistMemory &M);

} // namespace roofline

#endif
