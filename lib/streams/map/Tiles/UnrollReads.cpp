// Unrolls loops over the cells of a window.
#include "UnrollReads.h"

#include "KernelCode.h"

#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Utils/LCSSA.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/UnrollLoop.h"

#include "roofline/Canonical/PassAnalyses.h"

using namespace llvm;

namespace roofline {

/// [instruction] of a kernel, windows laid out.
constexpr uint64_t MaxUnrolled = 20000;

static bool isWindow(const llvm::Loop &L) {
  bool Reads = false;
  for (const BasicBlock *B : L.blocks())
    for (const Instruction &I : *B) {
      const Value *Pointer = getLoadStorePointerOperand(&I);
      if (isGroupBarrier(I))
        return false;
      if (isa<StoreInst>(I) && !localObject(Pointer) &&
          !isa<AllocaInst>(getUnderlyingObject(Pointer)))
        return false;
      Reads |= Pointer && (isa<AllocaInst>(getUnderlyingObject(Pointer)) ||
                           (isa<LoadInst>(I) && localObject(Pointer)));
    }
  return Reads;
}

/// True where a loop of \p F is unrolled; the others are as they were.
static bool unrollOne(Function &F, FunctionAnalysisManager &FAM) {
  auto &LI = FAM.getResult<LoopAnalysis>(F);
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(F);
  const auto Loops = LI.getLoopsInPreorder();
  for (llvm::Loop *L : reverse(Loops)) {
    const unsigned Trip = SE.getSmallConstantTripCount(L);
    if (Trip == 0 || !L->isInnermost() || !isWindow(*L))
      continue;
    uint64_t Size = 0;
    for (const BasicBlock *B : L->blocks())
      Size += B->size();
    if (F.getInstructionCount() + Size * Trip > MaxUnrolled)
      continue;
    UnrollLoopOptions O{};
    O.Count = Trip;
    O.Force = true;
    O.ForgetAllSCEV = true;
    if (UnrollLoop(L, O, &LI, &SE, &FAM.getResult<DominatorTreeAnalysis>(F),
                   &FAM.getResult<AssumptionAnalysis>(F),
                   &FAM.getResult<TargetIRAnalysis>(F),
                   &FAM.getResult<OptimizationRemarkEmitterAnalysis>(F),
                   /*PreserveLCSSA=*/true) == LoopUnrollResult::FullyUnrolled)
      return true;
  }
  return false;
}

void unrollReads(Function &F) {
  PassAnalyses Analyses;
  FunctionAnalysisManager &FAM = Analyses.FAM;
  while (unrollOne(F, FAM))
    FAM.clear(F, F.getName());
  FAM.clear(F, F.getName());
  FunctionPassManager Passes; // private arrays whose indices are numbers now
  Passes.addPass(SROAPass(SROAOptions::ModifyCFG));
  Passes.addPass(InstCombinePass());
  Passes.addPass(SROAPass(SROAOptions::ModifyCFG));
  Passes.addPass(EarlyCSEPass());
  Passes.addPass(LoopSimplifyPass());
  Passes.addPass(LCSSAPass());
  Passes.run(F, FAM);
}

} // namespace roofline
