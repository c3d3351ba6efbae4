// Keeps loop exits apart from guards with the same condition.
//
/// \file
/// In a loop that continues while `x + 1 < w`, the compiler merges a guard `if
/// (x + 1 < w)` with the exit, and the loop ends within the guard. Hidden exit
/// conditions prevent that.
#ifndef ROOFLINE_LIB_NEST_LOOPEXITS_H
#define ROOFLINE_LIB_NEST_LOOPEXITS_H

namespace llvm {
class Function;
class LoopInfo;
} // namespace llvm

namespace roofline {

/// Hides the conditions of all exits of \p F's loops.
void keepExitsApart(llvm::Function &F);
/// Restores the conditions that keepExitsApart() hid.
void showExits(llvm::Function &F);

/// Clones a comparison that an inner loop shares with the exit of an outer loop
/// at that exit, because scalar evolution does not look behind the inner loop.
void separateExits(llvm::LoopInfo &LI);

} // namespace roofline

#endif
