// From a work-item's code to the regions of a loop kernel.
#ifndef ROOFLINE_LIB_LOOPFORMS_LOOPFORMS_H
#define ROOFLINE_LIB_LOOPFORMS_LOOPFORMS_H

#include "OpenLoops.h"

#include "roofline/Canonical/PassAnalyses.h"
#include "roofline/Loops/LoopKernel.h"
#include "roofline/Recognition/ValueNodes.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Dominators.h"

namespace roofline {

/// A loop of regions: of the code, or of work-items along one dimension.
struct LevelPlan {
  llvm::Loop *Code = nullptr;
  ItemQuery Items = ItemQuery::Global; ///< where Code is null
  unsigned Dimension = 0;              ///< likewise
  uint64_t Trips = 1;                  ///< [iteration] the most
  /// The number of iterations minus 1 where it is no constant.
  const llvm::Value *Last = nullptr;
  /// Where the number is not known: the test for another one, and what it is.
  const llvm::Value *Test = nullptr;
  bool GoesOn = true;
  /// Work-items from this number on do nothing; null: all work.
  const llvm::Value *Bound = nullptr;
  const llvm::Value *BoundTest = nullptr;    ///< true for those that work
  const llvm::BasicBlock *Bounded = nullptr; ///< where those are
};

/// An access of a leaf, within the first Depth of its levels: before or behind
/// the levels further in.
struct AccessPlan {
  llvm::Instruction *I = nullptr;
  uint32_t Depth = 0;
  bool IsBehind = false;
};

struct LeafPlan {
  std::vector<LevelPlan> Levels;
  std::vector<AccessPlan> Accesses;
  const llvm::BasicBlock *Guard = nullptr; ///< runs where this block does
};

struct LoopPlan {
  LevelPlan Level;
  const llvm::BasicBlock *Guard = nullptr;
};

/// Regions of the code without their datapaths.
struct RegionPlan {
  LoopRegion Root;
  std::vector<LeafPlan> Leaves;
  std::vector<LoopPlan> Loops;
};

/// The analyses of open code.
class CodeFacts {
  PassAnalyses Analyses; // stands before what it gives

public:
  explicit CodeFacts(OpenLoops &Open);
  OpenLoops &Open;
  llvm::DominatorTree &DT;
  llvm::PostDominatorTree &PDT;
  llvm::LoopInfo &LI; ///< that of SE
  llvm::ScalarEvolution &SE;
};

/// Chooses the regions; the error names a place that has none.
llvm::Expected<RegionPlan> planRegions(CodeFacts &Code);

/// Builds the datapaths of \p Plan.
llvm::Expected<LoopKernel> buildDatapaths(CodeFacts &Code, RegionPlan &Plan,
                                          llvm::Function &Original);

} // namespace roofline

#endif
