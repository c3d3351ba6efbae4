// Facts of each loop: trip count and loop-carried dependences.
//
/// \file
/// Trip counts come from scalar evolution as closed forms; where an exit
/// depends on data, the bound that remains and the exit's place. Dependences
/// are carried by registers (header phis) and by memory (a store whose address
/// a later iteration reads), with both ends' locations and the distance.
/// Different arguments are taken not to overlap, as FPGA compilers do for
/// `restrict` pointers.
#ifndef ROOFLINE_ANALYSIS_LOOPFACTS_H
#define ROOFLINE_ANALYSIS_LOOPFACTS_H

#include "roofline/Analysis/OperationGraph.h"

namespace roofline {

TripCount tripCount(const llvm::Loop &L, llvm::ScalarEvolution &SE,
                    SymbolicForm &Forms);

/// True where the branch that may pass \p L by asks what the loop's own test
/// asks after an iteration.
bool isPassedByOwnTest(const llvm::Loop &L, llvm::ScalarEvolution &SE,
                       SymbolicForm &Forms);

/// True where the trip count of \p L is how often the test at its start lets
/// it go on; else it is how often the loop starts over, the iteration that an
/// exit ends included.
bool countsAfterTest(const llvm::Loop &L);

/// Carried dependences of loop \p LoopId of \p Kernel, whose operations stand.
std::vector<CarriedDependence> carriedDependences(const llvm::Loop &L,
                                                  unsigned LoopId,
                                                  const KernelSummary &Kernel,
                                                  const Hierarchy &H,
                                                  const OperationGraph &Graph);

} // namespace roofline

#endif
