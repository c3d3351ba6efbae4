// Conditions that decide whether a block runs.
//
/// \file
/// Turns conditions that compare closed forms of ids, loops and arguments into
/// a form that is 1 where they hold and 0 elsewhere. Leaves out a condition
/// that data decide and notes its place, so the form is 1 at least wherever the
/// block runs.
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

/// Finds the guards of a kernel's blocks and loops. Keeps results, so each
/// condition is translated once.
class Guards {
public:
  Guards(llvm::Function &F, llvm::ScalarEvolution &SE, const llvm::LoopInfo &LI,
         const llvm::DominatorTree &DT, SymbolicForm &Forms, const Hierarchy &H)
      : SE(SE), LI(LI), DT(DT), PDT(F), Forms(Forms), H(H) {}

  /// Returns the condition under which \p B runs in one iteration of the loop
  /// around it; outside loops, in one run of the kernel.
  Guard of(const llvm::BasicBlock &B);
  /// Returns the condition under which control reaches \p L in one run of the
  /// code around it. The loop's own zero-trip test is not part of it.
  Guard entering(const llvm::Loop &L);

private:
  Guard inside(const llvm::BasicBlock *B, const llvm::Loop *Around);
  Guard between(const llvm::BasicBlock *From, const llvm::BasicBlock *B,
                const llvm::Loop *Around, unsigned Depth);
  Guard alongEdge(const llvm::BasicBlock *From, const llvm::BasicBlock *To,
                  const llvm::Loop *Around, unsigned Depth);
  Guard condition(const llvm::Value *V, bool Holds, const llvm::Loop *Around,
                  unsigned Depth);
  /// A comparison of integers.
  struct Comparison {
    llvm::CmpInst::Predicate Asked = llvm::CmpInst::ICMP_EQ;
    const llvm::Value *Sides[2] = {};
    SourceLocation Loc = {};
  };
  Guard comparison(const Comparison &Test, bool Holds,
                   const llvm::Loop *Around);
  const llvm::Loop *loopInside(const llvm::BasicBlock *B,
                               const llvm::Loop *Around) const;

  llvm::ScalarEvolution &SE;
  const llvm::LoopInfo &LI;
  const llvm::DominatorTree &DT;
  llvm::PostDominatorTree PDT;
  SymbolicForm &Forms;
  const Hierarchy &H;
  /// Guards of the way between two blocks, by both blocks.
  llvm::DenseMap<std::pair<const llvm::BasicBlock *, const llvm::BasicBlock *>,
                 Guard>
      KnownBetween;
  unsigned Work = 0;  ///< nodes of all forms built so far
  unsigned Steps = 0; ///< edges followed for the current block
  /// Guards of blocks in one iteration of their innermost loop.
  llvm::DenseMap<const llvm::BasicBlock *, Guard> Known;
};

} // namespace roofline

#endif
