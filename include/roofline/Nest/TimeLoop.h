// Removes the loop over time steps: one step, and the number of steps.
//
/// \file
/// `for (t = 0; t < H; ++t) { nests; swap of pointers }` in a single work-item
/// equals a host that launches the nests H times and swaps buffers. The loop is
/// removed when it carries only its counter and pointers to arguments that
/// change places, by a temporary or by the parity of the counter.
/// Not handled: data that depends on the step's number, an exit that depends on
/// data, values that steps pass outside of buffers, code around the loop; each
/// is an error at its place.
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
  /// Why these steps are not fused; Step is then the first one alone. Empty
  /// when all steps are equal.
  std::string WhyNotFused;
};

/// Finds the time loop of \p Kernel, a single work-item of \p M under \p L;
/// nothing when every loop around loops moves an access. The error, or
/// TimeLoop::WhyNotFused, says why a loop does not repeat one step.
llvm::Expected<std::optional<TimeLoop>>
openTimeLoop(const llvm::Module &M, llvm::StringRef Kernel, const Launch &L);

/// Changes the time loop of \p Kernel, in \p M as clang wrote it, to end after
/// \p Steps steps at the latest. Changes nothing else.
llvm::Error stopTimeLoop(llvm::Module &M, llvm::StringRef Kernel,
                         int64_t Steps);

} // namespace roofline

#endif
