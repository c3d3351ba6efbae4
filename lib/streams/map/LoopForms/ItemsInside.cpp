// Work-items that take turns in a loop, so that no sum waits for its addition.
#include "ItemsInside.h"

#include "roofline/Canonical/PassAnalyses.h"

#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace roofline {

/// Fewer work-items take longer to fill and drain a pipe than they save.
constexpr uint64_t LeastItems = 8;

static const CallInst *anyBarrier(const Function &F) {
  for (const Instruction &I : instructions(F))
    if (isBarrier(I))
      return cast<CallInst>(&I);
  return nullptr;
}

static bool carriesFloat(const llvm::Loop &L) {
  return any_of(L.getHeader()->phis(), [](const PHINode &Phi) {
    return Phi.getType()->isFloatingPointTy();
  });
}

/// True where the loop accesses an array of a work-item, which many of them
/// would have at once.
static bool hasOwnArray(const llvm::Loop &L) {
  for (const BasicBlock *B : L.blocks())
    for (const Instruction &I : *B)
      if (const Value *Pointer = getLoadStorePointerOperand(&I);
          Pointer && isa<AllocaInst>(getUnderlyingObject(Pointer)))
        return true;
  return false;
}

/// True where each work-item comes to \p L, in each iteration around it.
static bool isAlwaysEntered(const llvm::Loop &L, const PostDominatorTree &PDT) {
  for (const llvm::Loop *Inner = &L; Inner; Inner = Inner->getParentLoop()) {
    const llvm::Loop *Around = Inner->getParentLoop();
    const BasicBlock *Head =
        Around ? Around->getHeader() : &L.getHeader()->getParent()->front();
    const bool IsUniform = !Around || hasBarrier(*Around);
    if (!IsUniform || !PDT.dominates(Inner->getHeader(), Head))
      return false;
  }
  return true;
}

void putItemsInside(OpenLoops &Open) {
  Function &F = *Open.F;
  const CallInst *Barrier = anyBarrier(F);
  if (!Barrier || Open.Local[0] * Open.Local[1] * Open.Local[2] < LeastItems)
    return;
  PassAnalyses P;
  auto &PDT = P.FAM.getResult<PostDominatorTreeAnalysis>(F);
  auto &SE = P.FAM.getResult<ScalarEvolutionAnalysis>(F);
  for (llvm::Loop *L : P.FAM.getResult<LoopAnalysis>(F).getLoopsInPreorder()) {
    if (L->isInnermost() && !hasBarrier(*L) && carriesFloat(*L) &&
        !hasOwnArray(*L) && SE.getSmallConstantTripCount(L) > 1 &&
        isAlwaysEntered(*L, PDT))
      Barrier->clone()->insertBefore(
          L->getLoopLatch()->getTerminator()->getIterator());
  }
}

} // namespace roofline
