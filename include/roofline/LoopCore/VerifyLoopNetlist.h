// Runs the netlist of a loop kernel on data of a launch.
#ifndef ROOFLINE_LOOPCORE_VERIFYLOOPNETLIST_H
#define ROOFLINE_LOOPCORE_VERIFYLOOPNETLIST_H

#include "roofline/LoopCore/LoopSchedule.h"
#include "roofline/Netlist/Netlist.h"
#include "roofline/Stream/EvaluateStreamKernel.h"

namespace roofline {

/// How the other ends of the ports behave.
struct LoopRun {
  /// Seed of random pauses on each port, of what registers and memories hold at
  /// first, and of a launch that a second start ends; nothing: no such things.
  std::optional<uint64_t> Pauses;
  uint64_t Cycles = 0; ///< [cycle] that a run without pauses must take
};

/// Runs \p N, loopNetlist() of \p K, and returns the first difference from
/// \p After, the buffers after a launch on \p Before, or from the cycles;
/// nothing where all is equal.
std::optional<std::string> verifyLoopNetlist(const LoopKernel &K,
                                             const Netlist &N,
                                             const StreamMemory &Before,
                                             const StreamMemory &After,
                                             const LoopRun &Run);

} // namespace roofline

#endif
