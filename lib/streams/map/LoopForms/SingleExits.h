// Loops that end at one place.
#ifndef ROOFLINE_LIB_LOOPFORMS_SINGLEEXITS_H
#define ROOFLINE_LIB_LOOPFORMS_SINGLEEXITS_H

#include "llvm/IR/Function.h"

namespace roofline {

/// Moves every exit of each loop of \p F to its end: a `break` leaves the rest
/// of its iteration out. \p F has simple loops with values that leave them in
/// phis, and keeps them.
void joinLoopExits(llvm::Function &F);

} // namespace roofline

#endif
