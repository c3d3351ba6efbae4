// How often a loop inside of a position runs, and such a loop laid out.
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

/// Iterations of \p L at the position where it has most, an exit that depends
/// on data not counted: nothing where that is not known. The loops with a
/// header in \p Space are walked; a window that is cut off at a border runs
/// less often there.
std::optional<uint64_t>
mostIterations(const llvm::Loop &L, llvm::ScalarEvolution &SE,
               const llvm::SmallPtrSetImpl<llvm::BasicBlock *> &Space);

/// Replaces \p L, of \p Trip iterations at most, by that many copies of its
/// body one after another, each of which keeps its exits; false where that
/// cannot be done. Analyses of the function hold no longer.
bool layOutLoop(llvm::Function &F, llvm::Loop &L, uint64_t Trip,
                llvm::FunctionAnalysisManager &FAM);

} // namespace roofline

#endif
