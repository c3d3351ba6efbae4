// Finds the best designs of a kernel that an OpenCL compiler builds.
//
/// \file
/// A space is all unroll factors, vectors of work-items, compute units and
/// work-group sizes that the kernel permits. The model "board" prices every
/// design of the space at the clock of its fit, so the front is exact.
/// docs/explore.md defines the space.
#ifndef ROOFLINE_EXPLORE_KERNELSEARCH_H
#define ROOFLINE_EXPLORE_KERNELSEARCH_H

#include "roofline/Designs/KernelDesigns.h"
#include "roofline/Kernel/Launch.h"

#include "llvm/Support/Error.h"

#include <functional>

namespace roofline {

/// Receives the number of finished replays and of all replays. One thread calls
/// it at a time.
using SearchProgress = std::function<void(uint64_t Done, uint64_t Total)>;

/// Returns the whole Pareto front of \p Kernel under \p L on \p Board over
/// time, logic, memory blocks and DSP blocks. The best design has the least
/// time and, among designs of that time, the least logic. The front keeps the
/// first of equal designs. Fails where the board has no `board` times or
/// `structures`, and where an unknown fact leaves the kernel without a price.
llvm::Expected<KernelSearchResult>
exploreKernel(const KernelSummary &Kernel, Launch L, const Device &Board,
              const KernelSpace &Space, const SearchProgress &Progress = {});

} // namespace roofline

#endif
