// Conditions that select the path to a block.
#ifndef ROOFLINE_LIB_ANALYSIS_PATHCONDITIONS_H
#define ROOFLINE_LIB_ANALYSIS_PATHCONDITIONS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Dominators.h"

namespace roofline {

class PathConditions {
public:
  explicit PathConditions(llvm::Function &F) : DT(F), PDT(F) {}

  /// Values that select the incoming edge of \p Phi, whose block is no loop
  /// header. Source: Ferrante, Ottenstein, Warren, "The Program Dependence
  /// Graph and Its Use in Optimization", TOPLAS 9(3), 1987: control dependence,
  /// up to the block's immediate dominator.
  llvm::SmallVector<const llvm::Value *, 4> of(const llvm::PHINode &Phi) const;

private:
  llvm::SmallVector<const llvm::BasicBlock *, 8>
  blocksBetween(const llvm::BasicBlock *Top,
                const llvm::BasicBlock *Bottom) const;
  bool decides(const llvm::BasicBlock *Branch, const llvm::BasicBlock *B) const;

  llvm::DominatorTree DT;
  llvm::PostDominatorTree PDT;
};

} // namespace roofline

#endif
