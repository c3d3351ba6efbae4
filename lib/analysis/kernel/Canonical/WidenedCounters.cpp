// Counters that a loop carries widened.
#include "WidenedCounters.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace roofline {

/// The extension whose result the latch of \p L hands to \p Phi, or null.
static CastInst *widening(PHINode &Phi, const llvm::Loop &L) {
  if (!Phi.getType()->isIntegerTy() || !L.getLoopLatch())
    return nullptr;
  Value *Next = Phi.getIncomingValueForBlock(L.getLoopLatch());
  return isa<ZExtInst, SExtInst>(Next) ? cast<CastInst>(Next) : nullptr;
}

/// The value of which \p Cast makes \p Wide, a constant or the same extension;
/// else null.
static Value *narrowed(Value *Wide, const CastInst &Cast) {
  Type *Narrow = Cast.getSrcTy();
  if (auto *C = dyn_cast<ConstantInt>(Wide)) {
    auto *Cut = ConstantInt::get(
        Narrow, C->getValue().trunc(Narrow->getIntegerBitWidth()));
    return ConstantFoldCastInstruction(Cast.getOpcode(), Cut, C->getType()) == C
               ? Cut
               : nullptr;
  }
  auto *Same = dyn_cast<CastInst>(Wide);
  return Same && Same->getOpcode() == Cast.getOpcode() &&
                 Same->getSrcTy() == Narrow
             ? Same->getOperand(0)
             : nullptr;
}

static bool narrow(PHINode &Wide, const llvm::Loop &L) {
  const CastInst *Cast = widening(Wide, L);
  if (!Cast || !all_of(Wide.incoming_values(),
                       [&](Value *V) { return narrowed(V, *Cast); }))
    return false;
  IRBuilder<> Builder(&Wide);
  PHINode *Phi =
      Builder.CreatePHI(Cast->getSrcTy(), Wide.getNumIncomingValues());
  for (BasicBlock *From : Wide.blocks())
    Phi->addIncoming(narrowed(Wide.getIncomingValueForBlock(From), *Cast),
                     From);
  Builder.SetInsertPoint(Wide.getParent(),
                         Wide.getParent()->getFirstInsertionPt());
  Value *Widened = Builder.CreateCast(Cast->getOpcode(), Phi, Wide.getType());
  Wide.replaceAllUsesWith(Widened);
  Wide.eraseFromParent();
  for (User *U : make_early_inc_range(Widened->users()))
    if (match(U, m_Trunc(m_Specific(Widened))) &&
        U->getType() == Phi->getType())
      U->replaceAllUsesWith(Phi);
  return true;
}

PreservedAnalyses NarrowCountersPass::run(Function &F,
                                          FunctionAnalysisManager &FAM) {
  bool Changed = false;
  for (const llvm::Loop *L :
       FAM.getResult<LoopAnalysis>(F).getLoopsInPreorder()) {
    bool IsNarrower = false;
    for (PHINode &Phi : make_early_inc_range(L->getHeader()->phis()))
      IsNarrower |= narrow(Phi, *L);
    if (IsNarrower) // the loop may carry the counter in both widths
      EliminateDuplicatePHINodes(L->getHeader());
    Changed |= IsNarrower;
  }
  if (!Changed)
    return PreservedAnalyses::all();
  PreservedAnalyses Kept;
  Kept.preserveSet<CFGAnalyses>();
  return Kept;
}

} // namespace roofline
