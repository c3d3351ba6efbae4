// Ends of loops, told from guards that ask the same.
//
/// \file
/// `if (x + 1 < w)` in a loop that goes on while `x + 1 < w` is one question to
/// the compiler, and its branches are led together: the loop then ends within
/// the guard. While exits are kept apart it does not know that.
#ifndef ROOFLINE_LIB_NEST_LOOPEXITS_H
#define ROOFLINE_LIB_NEST_LOOPEXITS_H

namespace llvm {
class Function;
class LoopInfo;
} // namespace llvm

namespace roofline {

/// Hides the conditions of all exits of \p F's loops.
void keepExitsApart(llvm::Function &F);
/// Shows them again.
void showExits(llvm::Function &F);

/// A comparison that an inner loop and the end of one around it share is made
/// anew where the loop ends: scalar evolution does not look behind the inner
/// loop.
void separateExits(llvm::LoopInfo &LI);

} // namespace roofline

#endif
