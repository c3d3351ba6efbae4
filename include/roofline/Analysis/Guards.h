// Conditions that decide whether a block runs.
//
/// \file
/// Conditions that compare closed forms of ids, loops and arguments become a
/// form that is 1 where they hold and 0 elsewhere; what data decide is left out
/// with its place, so that the form is true at least wherever the block runs.
#ifndef ROOFLINE_ANALYSIS_GUARDS_H
#define ROOFLINE_ANALYSIS_GUARDS_H

#include "roofline/Analysis/Hierarchy.h"
#include "roofline/Analysis/SymbolicForm.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/PostDominators.h"

namespace llvm {
class DominatorTree;
class Instruction;
} // namespace llvm

namespace roofline {

class Guards {
public:
  Guards(llvm::Function &F, llvm::ScalarEvolution &SE, const llvm::LoopInfo &LI,
         const llvm::DominatorTree &DT, SymbolicForm &Forms, const Hierarchy &H)
      : SE(SE), LI(LI), DT(DT), PDT(F), Forms(Forms), H(H) {}

  /// The guard of \p B where the body of the loop around it runs, or the
  /// kernel.
  Guard of(const llvm::BasicBlock &B);
  /// The guard of entering \p L where the code around it runs; a loop's own
  /// test for no iterations at all is none.
  Guard entering(const llvm::Loop &L);

private:
  Guard inside(const llvm::BasicBlock *B, const llvm::Loop *Around);
  Guard between(const llvm::BasicBlock *From, const llvm::BasicBlock *B,
                const llvm::Loop *Around, unsigned Depth);
  Guard alongEdge(const llvm::BasicBlock *From, const llvm::BasicBlock *To,
                  const llvm::Loop *Around);
  Guard condition(const llvm::Value *V, bool Holds, const llvm::Loop *Around,
                  unsigned Depth);
  Guard comparison(const llvm::CmpInst &Test, bool Holds,
                   const llvm::Loop *Around);
  const llvm::Loop *loopInside(const llvm::BasicBlock *B,
                               const llvm::Loop *Around) const;

  llvm::ScalarEvolution &SE;
  const llvm::LoopInfo &LI;
  const llvm::DominatorTree &DT;
  llvm::PostDominatorTree PDT;
  SymbolicForm &Forms;
  const Hierarchy &H;
  /// By the blocks that they are between.
  llvm::DenseMap<std::pair<const llvm::BasicBlock *, const llvm::BasicBlock *>,
                 Guard>
      KnownBetween;
  unsigned Work = 0;  ///< nodes of the forms so far
  unsigned Steps = 0; ///< edges that the condition in work was sought along
  llvm::DenseMap<const llvm::BasicBlock *, Guard> Known; ///< of its own loop
};

} // namespace roofline

#endif
