// Conditions that select the path to a block.
#include "PathConditions.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace roofline {

/// Blocks of a region that are gone through; the choice in a larger one is
/// taken to wait for nothing.
constexpr size_t MostBlocks = 256;

/// \p Top and the blocks on paths from it to \p Bottom; none of a large region.
SmallVector<const BasicBlock *, 8>
PathConditions::blocksBetween(const BasicBlock *Top,
                              const BasicBlock *Bottom) const {
  SmallSetVector<const BasicBlock *, 8> Region;
  Region.insert(Top);
  SmallVector<const BasicBlock *, 8> Work(predecessors(Bottom));
  while (!Work.empty()) {
    const BasicBlock *B = Work.pop_back_val();
    if (B == Bottom || !DT.dominates(Top, B) || !Region.insert(B))
      continue;
    if (Region.size() > MostBlocks)
      return {};
    append_range(Work, predecessors(B));
  }
  return Region.takeVector();
}

/// True where \p B is control dependent on the branch that ends \p Branch.
bool PathConditions::decides(const BasicBlock *Branch,
                             const BasicBlock *B) const {
  return !PDT.properlyDominates(B, Branch) &&
         any_of(successors(Branch),
                [&](const BasicBlock *Next) { return PDT.dominates(B, Next); });
}

SmallVector<const Value *, 4> PathConditions::of(const PHINode &Phi) const {
  const auto *Node = DT.getNode(Phi.getParent());
  if (Phi.getNumIncomingValues() < 2 || !Node || !Node->getIDom())
    return {};
  SmallVector<const BasicBlock *, 8> Branches;
  for (const BasicBlock *B :
       blocksBetween(Node->getIDom()->getBlock(), Phi.getParent()))
    if (const auto *Last = dyn_cast<BranchInst>(B->getTerminator());
        Last && Last->isConditional())
      Branches.push_back(B);
  SmallSetVector<const BasicBlock *, 8> Ends;
  SmallSetVector<const Value *, 4> Conditions;
  auto Add = [&](const BasicBlock *Branch) {
    Conditions.insert(
        cast<BranchInst>(Branch->getTerminator())->getCondition());
    Ends.insert(Branch);
  };
  for (const BasicBlock *From : Phi.blocks()) {
    Ends.insert(From);
    if (is_contained(Branches, From))
      Add(From);
  }
  for (size_t I = 0; I < Ends.size(); ++I)
    for (const BasicBlock *Branch : Branches)
      if (decides(Branch, Ends[I]))
        Add(Branch);
  return Conditions.takeVector();
}

} // namespace roofline
