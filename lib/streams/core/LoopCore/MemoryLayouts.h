// Banks and copies of memories, and the ports of accesses.
#ifndef ROOFLINE_LIB_LOOPCORE_MEMORYLAYOUTS_H
#define ROOFLINE_LIB_LOOPCORE_MEMORYLAYOUTS_H

#include "roofline/LoopCore/LoopSchedule.h"

#include <set>

namespace roofline {

/// Needs of a leaf, whatever its memories' layouts.
struct LeafNeeds {
  uint32_t Bound = 1; ///< [cycle] of its interval
  /// Accesses to one memory, both loads or both stores, of which the second one
  /// comes after the first.
  std::set<std::pair<uint32_t, uint32_t>> Sequences;
};

/// Ports of a leaf's accesses.
struct LeafPorts {
  std::vector<AccessPort> Ports; ///< by access
  /// Accesses of one memory and kind, the first one first, that an iteration
  /// may make in one cycle.
  std::set<std::pair<uint32_t, uint32_t>> Parted;
  uint32_t Least = 1; ///< [cycle] that its stores need of banks
};

struct LayoutPlan {
  std::vector<MemoryLayout> Memories;
  std::vector<LeafPorts> Leaves;
};

/// Banks where they let a leaf store more words in a cycle, or take fewer
/// memory blocks than copies; else a copy for each load of a leaf.
LayoutPlan planLayouts(const LoopKernel &K, const LoopFacts &Facts,
                       const std::vector<LeafNeeds> &Needs);

} // namespace roofline

#endif
