// Directions that a value varies with: work-item ids, loops, data.
//
/// \file
/// A value without a closed form still varies along some directions of the
/// kernel and not along others: `row[y] + x` is irregular along y and
/// consecutive along x. The analysis is a forward data flow over the canonical
/// clone. A phi also varies with the conditions that choose between its inputs.
/// Where the analysis cannot tell, the value varies.
#ifndef ROOFLINE_ANALYSIS_VARIATION_H
#define ROOFLINE_ANALYSIS_VARIATION_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/ADT/SmallPtrSet.h"

#include <string>
#include <vector>

namespace llvm {
class BasicBlock;
class DominatorTree;
class Function;
class Instruction;
class Loop;
class LoopInfo;
class PHINode;
class Value;
} // namespace llvm

namespace roofline {

/// Finds the directions of all values of a function, on the first query.
class Variation {
public:
  Variation(const llvm::Function &F, const llvm::LoopInfo &LI,
            const llvm::DominatorTree &DT,
            const llvm::DenseMap<const llvm::Loop *, unsigned> &LoopIds)
      : F(F), LI(LI), DT(DT), LoopIds(LoopIds) {}

  /// Returns the directions along which \p V varies: "global_id(d)",
  /// "local_id(d)", "group_id(d)", "loop:<n>".
  std::vector<std::string> along(const llvm::Value *V);

  /// True when \p V may differ between work-items of one group.
  bool differsInGroup(const llvm::Value *V);

  /// True when \p V comes from memory, from a call other than a work-item
  /// query, or from floating point.
  bool isData(const llvm::Value *V);

private:
  using Directions = llvm::SmallBitVector;

  void solve();
  const Directions &of(const llvm::Value *V) const;
  Directions transfer(const llvm::Instruction &I);
  Directions phi(const llvm::PHINode &Phi);
  llvm::ArrayRef<const llvm::Value *>
  conditionsBefore(const llvm::BasicBlock &Merge);
  Directions everything(const llvm::Instruction &I) const;
  void addLoops(const llvm::Instruction &I, bool All, Directions &Result) const;
  void dropLoopsNotAround(const llvm::Instruction &I, Directions &Result) const;
  void findWritingLoops();

  const llvm::Function &F;
  const llvm::LoopInfo &LI;
  const llvm::DominatorTree &DT;
  const llvm::DenseMap<const llvm::Loop *, unsigned> &LoopIds;
  llvm::DenseMap<const llvm::Value *, Directions> Solved;
  llvm::DenseMap<const llvm::BasicBlock *,
                 llvm::SmallVector<const llvm::Value *, 2>>
      Conditions; ///< conditionsBefore()
  Directions Nothing;
  llvm::SmallPtrSet<const llvm::Loop *, 8> WritingLoops;
  bool IsSolved = false;
  bool IsIrreducible = false; ///< some cycle is no loop of LoopInfo
};

} // namespace roofline

#endif
