// Loops over the steps of a simulation, around nests.
#include "StepLoop.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/LCSSA.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"

using namespace llvm;

namespace roofline {

/// The values of the header of \p L that \p V is computed of in an iteration.
static SmallPtrSet<const PHINode *, 4> beginnings(const Value *V,
                                                  const llvm::Loop &L) {
  SmallPtrSet<const PHINode *, 4> Result;
  SmallVector<const Value *, 8> Work = {V};
  SmallPtrSet<const Value *, 16> Seen;
  while (!Work.empty()) {
    const auto *I = dyn_cast<Instruction>(Work.pop_back_val());
    if (!I || !L.contains(I) || I->mayReadFromMemory() ||
        !Seen.insert(I).second)
      continue;
    if (const auto *Phi = dyn_cast<PHINode>(I);
        Phi && Phi->getParent() == L.getHeader())
      Result.insert(Phi);
    else
      append_range(Work, I->operands());
  }
  return Result;
}

/// \p Phi of the header of \p L goes on from itself, as a pointer that loops
/// within count up. Counters have a form of their own, and pointers that take
/// turns go on from one another.
static bool runs(const PHINode &Phi, const llvm::Loop &L, ScalarEvolution &SE) {
  auto *Begin = const_cast<PHINode *>(&Phi);
  const bool IsCounter =
      SE.isSCEVable(Phi.getType()) && isa<SCEVAddRecExpr>(SE.getSCEV(Begin));
  return !IsCounter &&
         beginnings(Phi.getIncomingValueForBlock(L.getLoopLatch()), L)
             .contains(&Phi);
}

/// \p S depends on a value of \p L that runs.
static bool runsWith(const SCEV *S, const llvm::Loop &L, ScalarEvolution &SE) {
  return L.getLoopLatch() && SCEVExprContains(S, [&](const SCEV *Part) {
           const auto *Unknown = dyn_cast<SCEVUnknown>(Part);
           return Unknown &&
                  any_of(beginnings(Unknown->getValue(), L),
                         [&](const PHINode *Phi) { return runs(*Phi, L, SE); });
         });
}

/// \p S goes on with \p L by the same step each iteration.
static bool movesWith(const SCEV *S, const llvm::Loop &L) {
  while (const auto *Along = dyn_cast<SCEVAddRecExpr>(S)) {
    if (Along->getLoop() == &L)
      return true;
    S = Along->getStart();
  }
  const auto *Sum = dyn_cast<SCEVAddExpr>(S);
  return Sum && any_of(Sum->operands(),
                       [&](const SCEV *Part) { return movesWith(Part, L); });
}

bool isLoopOfSteps(const llvm::Loop &L, ScalarEvolution &SE) {
  if (L.isInnermost())
    return false;
  bool Stores = false;
  for (BasicBlock *B : L.blocks())
    for (Instruction &I : *B) {
      Value *Pointer = getLoadStorePointerOperand(&I);
      if (Pointer && (movesWith(SE.getSCEV(Pointer), L) ||
                      runsWith(SE.getSCEV(Pointer), L, SE)))
        return false;
      Stores |= isa<StoreInst>(I);
    }
  return Stores;
}

void tidyNests(Function &F, FunctionAnalysisManager &FAM) {
  FunctionPassManager FPM;
  FPM.addPass(SROAPass(SROAOptions::ModifyCFG));
  FPM.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  FPM.addPass(InstCombinePass());
  FPM.addPass(SimplifyCFGPass());
  FPM.addPass(LoopSimplifyPass());
  FPM.addPass(LCSSAPass());
  FPM.run(F, FAM);
  FAM.clear(F, F.getName());
}

} // namespace roofline
