// The best designs of a kernel as the OpenCL compiler builds it.
//
/// \file
/// A space is all unroll factors, vectors of work-items, compute units and
/// work-group sizes that the kernel permits. Every design of it is priced by
/// the model "board" at the clock of its fit, so that the front is exact.
/// docs/explore.md says what is in a space.
#ifndef ROOFLINE_EXPLORE_KERNELSEARCH_H
#define ROOFLINE_EXPLORE_KERNELSEARCH_H

#include "roofline/Designs/KernelDesigns.h"
#include "roofline/Kernel/Launch.h"

#include "llvm/Support/Error.h"

#include <functional>

namespace roofline {

/// Told of each replay that is done, and of how many there are; by one thread
/// at a time.
using SearchProgress = std::function<void(uint64_t Done, uint64_t Of)>;

/// Whole Pareto front of \p Kernel under \p L on \p Board over time, logic,
/// memory blocks and DSP blocks. The best is the one of least time, of those
/// the one with least logic; of designs that are equal in everything the first
/// one is kept. An error where the board has no `board` times or `structures`,
/// or something unknown keeps the kernel from being priced.
llvm::Expected<KernelSearchResult>
exploreKernel(const KernelSummary &Kernel, Launch L, const Device &Board,
              const KernelSpace &Space, const SearchProgress &Progress = {});

} // namespace roofline

#endif
