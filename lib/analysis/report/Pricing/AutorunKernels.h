// Kernels that nobody launches, between kernels that are launched together.
#ifndef ROOFLINE_LIB_PRICING_AUTORUNKERNELS_H
#define ROOFLINE_LIB_PRICING_AUTORUNKERNELS_H

#include "PacketBalance.h"

#include "llvm/ADT/ArrayRef.h"

namespace roofline {

/// The `autorun` kernels of \p Kernels that channels join to \p Together, and
/// those that channels join to them. The endless loop of one runs as often as
/// the packets that it reads allow, or as others read its packets where it
/// reads none; a kernel without such a loop is launched so often. Where that is
/// not known, as of kernels that read each other's packets, the loop has no
/// trip count, and the launch is not IsCounted.
std::vector<ConnectedLaunch> fedLaunches(llvm::ArrayRef<KernelSummary> Kernels,
                                         std::vector<ConnectedLaunch> Together);

} // namespace roofline

#endif
