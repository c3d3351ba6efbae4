// The loop over time steps in a kernel, taken away: a step and how often.
//
/// \file
/// `for (t = 0; t < H; ++t) { nests; swap of pointers }` in a single work-item
/// does what a host does that launches the nests H times and lets buffers take
/// turns. The loop is taken away where it carries nothing but its own counter
/// and pointers to arguments that change places, by a temporary or by the
/// parity of the counter.
/// Not handled: a number of the step that goes into the data, an exit by data,
/// values that a step leaves outside of buffers, code around the loop; each is
/// an error at its place.
/// Source: docs/iterate.md. Try: roofline explore k.cl --arg steps=1024
#ifndef ROOFLINE_NEST_TIMELOOP_H
#define ROOFLINE_NEST_TIMELOOP_H

#include "roofline/Base/SourceLocation.h"
#include "roofline/Kernel/Launch.h"

#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace roofline {

struct TimeLoop {
  /// The kernel of one step; null where the steps work on private arrays.
  std::unique_ptr<llvm::Module> Step;
  int64_t Steps = 0;          ///< [step]
  std::vector<SwapPair> Swap; ///< see Iteration::Swap
  SourceLocation Loc;         ///< of the loop
  /// Why these steps are not fused; Step is the first one alone. Empty where
  /// all are equal.
  std::string WhyNotFused;
};

/// The time loop of \p Kernel, a single work-item of \p M under \p L; nothing
/// where no loop goes around loops without moving an access. The error, or
/// TimeLoop::WhyNotFused, says why such a loop is no repetition of one step.
llvm::Expected<std::optional<TimeLoop>>
openTimeLoop(const llvm::Module &M, llvm::StringRef Kernel, const Launch &L);

/// Has the time loop of \p Kernel, in \p M as clang wrote it, end after \p
/// Steps steps where it would go on. Nothing else is changed.
llvm::Error stopTimeLoop(llvm::Module &M, llvm::StringRef Kernel,
                         int64_t Steps);

} // namespace roofline

#endif
