// Facts of each loop: trip count and loop-carried dependences.
//
/// \file
/// Trip counts come from scalar evolution as closed forms. Where an exit
/// depends on data, the trip count is the remaining bound with the exit's
/// place. Registers (header phis) and memory (a store whose address a later
/// iteration reads) carry dependences; each has the locations of both ends and
/// the distance. The analysis assumes that different arguments do not overlap,
/// as FPGA compilers do for `restrict` pointers.
#ifndef ROOFLINE_ANALYSIS_LOOPFACTS_H
#define ROOFLINE_ANALYSIS_LOOPFACTS_H

#include "roofline/Analysis/OperationGraph.h"

namespace roofline {

/// Returns the trip count of \p L: exact, an upper bound, or unknown with the
/// reason and its place.
TripCount tripCount(const llvm::Loop &L, llvm::ScalarEvolution &SE,
                    SymbolicForm &Forms);

/// True where the branch that skips \p L tests the same condition as the loop's
/// latch does after an iteration.
bool isPassedByOwnTest(const llvm::Loop &L, llvm::ScalarEvolution &SE,
                       SymbolicForm &Forms);

/// True where the trip count of \p L counts passed tests at its start, as in a
/// `for` or `while` loop. Otherwise the trip count is the number of iterations
/// that start, the one that an exit ends included.
bool countsAfterTest(const llvm::Loop &L);

/// Returns the dependences that loop \p LoopId of \p Kernel carries. The
/// operations of \p Kernel must be complete.
std::vector<CarriedDependence> carriedDependences(const llvm::Loop &L,
                                                  unsigned LoopId,
                                                  const KernelSummary &Kernel,
                                                  const Hierarchy &H,
                                                  const OperationGraph &Graph);

} // namespace roofline

#endif
