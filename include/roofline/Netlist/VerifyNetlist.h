// Says by simulation whether a lane computes its kernel.
#ifndef ROOFLINE_NETLIST_VERIFYNETLIST_H
#define ROOFLINE_NETLIST_VERIFYNETLIST_H

#include "roofline/Netlist/LaneNetlist.h"
#include "roofline/Stream/EvaluateStreamKernel.h"

namespace roofline {

/// Runs \p Lane, whose ports have \p Names, as every lane of design \p D of
/// \p K on the memory \p Data: once without pauses and once with random ones.
/// Returns the first difference from evaluate(), from the cycles of
/// launchCycles() or from the protocol of the streams; nothing where there is
/// none. \p Seed chooses the pauses, the words that nothing may read, and the
/// registers before the reset. StreamKernel::Finish has a lane of its own.
std::optional<std::string>
verifyNetlist(const Netlist &Lane, const StreamKernel &K, const StreamDesign &D,
              const LaneNames &Names, const StreamMemory &Data,
              uint64_t Seed = 1);

} // namespace roofline

#endif
