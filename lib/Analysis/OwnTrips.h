// Trip counts from a loop's own test, where scalar evolution has none.
#ifndef ROOFLINE_LIB_ANALYSIS_OWNTRIPS_H
#define ROOFLINE_LIB_ANALYSIS_OWNTRIPS_H

#include "roofline/Analysis/OperationGraph.h"

namespace roofline {

/// Trip count of a loop that counts by a constant and that its own test guards.
/// Scalar evolution takes the guard for granted: its count of `for (i = n; i >
/// 0; i -= 3)` is one iteration where n is 0.
std::optional<Expr> guardedTrips(const llvm::Loop &L, llvm::ScalarEvolution &SE,
                                 SymbolicForm &Forms);

/// Iterations up to the test of the loop's own counter, before the body or
/// after it, which scalar evolution does not find.
std::optional<TripCount> ownTripCount(const llvm::Loop &L,
                                      llvm::ScalarEvolution &SE,
                                      SymbolicForm &Forms);

} // namespace roofline

#endif
