// The least depth of each FIFO of a network.
//
/// \file
/// More depth never slows a network down: a run is made of maxima and sums. So
/// each depth is bisected. The result is least in the sense that no single FIFO
/// may be shorter; another set may have fewer words together.
#ifndef ROOFLINE_DATAFLOW_LEASTDEPTHS_H
#define ROOFLINE_DATAFLOW_LEASTDEPTHS_H

#include "roofline/Dataflow/DataflowRun.h"

namespace roofline {

struct LeastDepths {
  std::vector<uint64_t> Depths = {}; ///< [token] of each FIFO
  uint64_t Cycles = 0;               ///< [cycle] of one call
  uint64_t Bits = 0;                 ///< that the FIFOs hold
  bool operator==(const LeastDepths &) const = default;
};

/// [bit] that the FIFOs of \p N hold, but those of fixed depth.
uint64_t bitsOf(const DataflowNetwork &N);

/// Returns least depths of the FIFOs that are not fixed with which \p N takes
/// \p MostCycles or fewer; nothing where no depths do, or all runs together
/// need more than \p MaxEvents (0: any number).
std::optional<LeastDepths> leastDepths(DataflowNetwork N, uint64_t MostCycles,
                                       uint64_t MaxEvents = 0);

/// Returns depths from the most cycles to the fewest, each with fewer cycles
/// and more bits than the one before. \p MaxEvents is for each of them; those
/// that need more are left out.
std::vector<LeastDepths> depthCurve(const DataflowNetwork &N,
                                    uint64_t MaxEvents = 0);

} // namespace roofline

#endif
