// Resources of a memory with a port that reads and one that writes.
#include "roofline/Resources/MemoryCost.h"

#include "roofline/Base/LowMask.h"
#include "roofline/Resources/RingCost.h"

namespace roofline {

FabricResources blockMemoryCost(const CostModel &Costs, const NetlistMemory &M,
                                std::vector<std::string> &Unknowns) {
  const auto Of = mapMemory(Costs.Memory, M.Words, M.Width);
  if (!Of) {
    Unknowns.push_back("memories of " + Costs.Target + ": no shapes of blocks");
    return {};
  }
  FabricResources Need;
  if (Of->Sections > 1)
    Need = sectionsCost(Costs, Of->Sections, M.Width, Unknowns);
  Need.MemoryBlocks = Of->Blocks;
  return Need;
}

std::optional<double> blockMemoryDelay(const CostModel &Costs,
                                       const NetlistMemory &M) {
  // A ring of as many words has the same blocks.
  return ringDelay(Costs, {int64_t(M.Words) + 1, M.Width});
}

} // namespace roofline
