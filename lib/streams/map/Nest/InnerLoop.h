// Trip counts and unrolling of loops inside of a position.
#ifndef ROOFLINE_LIB_NEST_INNERLOOP_H
#define ROOFLINE_LIB_NEST_INNERLOOP_H

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopAnalysisManager.h"

#include <cstdint>
#include <optional>

namespace llvm {
class BasicBlock;
class Function;
class Loop;
class ScalarEvolution;
} // namespace llvm

namespace roofline {

/// Most iterations of \p L at any position, ignoring exits that depend on data;
/// nothing when unknown. The launch walks the loops with a header in \p Space.
/// A window that a border cuts off has fewer iterations there.
std::optional<uint64_t>
mostIterations(const llvm::Loop &L, llvm::ScalarEvolution &SE,
               const llvm::SmallPtrSetImpl<llvm::BasicBlock *> &Space);

/// Replaces \p L, which has at most \p Trip iterations, by that many copies of
/// its body in sequence, each with its exits; false when that is impossible.
/// Invalidates the function's analyses.
bool layOutLoop(llvm::Function &F, llvm::Loop &L, uint64_t Trip,
                llvm::FunctionAnalysisManager &FAM);

} // namespace roofline

#endif
