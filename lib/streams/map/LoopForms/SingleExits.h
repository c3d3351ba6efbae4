// Loops that end at one place.
#ifndef ROOFLINE_LIB_LOOPFORMS_SINGLEEXITS_H
#define ROOFLINE_LIB_LOOPFORMS_SINGLEEXITS_H

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Function.h"

#include <optional>

namespace roofline {

/// Moves every exit of each loop of \p F to its end: a `break` leaves the rest
/// of its iteration out. \p F has simple loops with values that leave them in
/// phis, and keeps them.
void joinLoopExits(llvm::Function &F);

/// The most iterations of a loop whose exits were joined, where that is known.
std::optional<uint64_t> mostTrips(const llvm::Loop &L);

} // namespace roofline

#endif
