// Kernels that nobody launches, between kernels that are launched together.
#ifndef ROOFLINE_LIB_PRICING_AUTORUNKERNELS_H
#define ROOFLINE_LIB_PRICING_AUTORUNKERNELS_H

#include "PacketBalance.h"

#include "llvm/ADT/ArrayRef.h"

namespace roofline {

/// The `autorun` kernels of \p Kernels that channels join to \p Together, and
/// these to others: their endless loop, or else they themselves, run as often
/// as packets come, or are taken from one that reads none. Where that is not
/// known, of loops around each other's channels for one, the loop has no trip
/// count.
std::vector<ConnectedLaunch> fedLaunches(llvm::ArrayRef<KernelSummary> Kernels,
                                         std::vector<ConnectedLaunch> Together);

} // namespace roofline

#endif
