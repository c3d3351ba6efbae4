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
      if (Pointer && movesWith(SE.getSCEV(Pointer), L))
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
