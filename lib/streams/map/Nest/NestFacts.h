// What decides the form in which a kernel is read as a nest.
//
/// \file
/// Questions about a kernel before it changes, so that it is read once, in the
/// form that fits it.
#ifndef ROOFLINE_LIB_NEST_NESTFACTS_H
#define ROOFLINE_LIB_NEST_NESTFACTS_H

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopAnalysisManager.h"

#include <vector>

namespace llvm {
class BasicBlock;
class DominatorTree;
class Function;
class Loop;
class LoopInfo;
class ScalarEvolution;
} // namespace llvm

namespace roofline {

/// True where the compiler would hide a loop of \p LI: a guard within asks what
/// the loop's end asks, and both become one branch, or a single position
/// stores, whose indices become numbers.
bool guardsHideLoops(const llvm::LoopInfo &LI, llvm::ScalarEvolution &SE,
                     const llvm::DominatorTree &DT);

/// The loops of \p LI that a map walks along, the outermost first: those that a
/// store moves with; where nothing is stored in a loop, or \p AndLoads, those
/// that a load moves with; the outermost ones where no access moves.
std::vector<llvm::Loop *> walkedLoops(llvm::LoopInfo &LI,
                                      llvm::ScalarEvolution &SE, bool AndLoads);

/// True where a private array joins two nests of \p F: one loop fills it with
/// what it reads of buffers, element by element, and another reads it.
bool arrayJoinsNests(llvm::Function &F, const llvm::LoopInfo &LI,
                     llvm::ScalarEvolution &SE);

/// True where nests follow one another in \p LI, or a loop of steps is around
/// loops that a store moves with.
bool hasSequence(const llvm::LoopInfo &LI, llvm::ScalarEvolution &SE);

/// Headers of the loops that a map walks along.
struct WalkedSpace {
  llvm::SmallPtrSet<llvm::BasicBlock *, 4> Headers;
  /// A loop within a position is a dimension as well: what it reads are rows,
  /// one for each position, or it is too long to be laid out.
  bool HasRows = false;
};

/// The walkedLoops() of \p F without those that are laid out in a position;
/// \p HasPlanes: see laidOutLoops().
WalkedSpace walkedSpace(llvm::Function &F, llvm::LoopInfo &LI,
                        llvm::ScalarEvolution &SE, bool HasPlanes);

} // namespace roofline

#endif
