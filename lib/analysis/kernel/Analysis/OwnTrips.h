// Trip counts from a loop's own test, beyond scalar evolution.
#ifndef ROOFLINE_LIB_ANALYSIS_OWNTRIPS_H
#define ROOFLINE_LIB_ANALYSIS_OWNTRIPS_H

#include "roofline/Analysis/OperationGraph.h"

namespace roofline {

/// Trip count of a loop that counts by a constant and that its own test guards.
/// Scalar evolution assumes the guard: for n = 0 it counts one iteration of
/// `for (i = n; i > 0; i -= 3)`.
std::optional<Expr> guardedTrips(const llvm::Loop &L, llvm::ScalarEvolution &SE,
                                 SymbolicForm &Forms);

/// Iterations by a test of the loop's own counter, before or after the body,
/// that scalar evolution does not count.
std::optional<TripCount> ownTripCount(const llvm::Loop &L,
                                      llvm::ScalarEvolution &SE,
                                      SymbolicForm &Forms);

} // namespace roofline

#endif
