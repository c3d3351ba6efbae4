// Work-items that take turns in a loop, so that no sum waits for its addition.
#include "ItemsInside.h"

#include "roofline/Canonical/PassAnalyses.h"

#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
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

/// The iterations behind the first one that all work-items take of \p L;
/// nothing where some take more.
static std::optional<uint64_t> takenByAll(const llvm::Loop &L,
                                          ScalarEvolution &SE) {
  const SCEV *Taken = SE.getBackedgeTakenCount(&L);
  if (isa<SCEVCouldNotCompute>(Taken))
    return std::nullopt;
  const ConstantRange Range = SE.getUnsignedRange(Taken);
  if (!Range.isSingleElement())
    return std::nullopt;
  return Range.getSingleElement()->tryZExtValue();
}

/// Counts the iterations of \p L, behind the first one \p Taken, from 0: what
/// steps along from a work-item's own number is that number and steps, and no
/// value that each work-item keeps.
static void countFromZero(llvm::Loop &L, uint64_t Taken, ScalarEvolution &SE) {
  BasicBlock *Before = L.getLoopPreheader(), *Latch = L.getLoopLatch();
  auto *Exit = cast<BranchInst>(Latch->getTerminator());
  SmallVector<std::pair<PHINode *, APInt>, 4> Steps;
  for (PHINode &Phi : L.getHeader()->phis()) {
    const auto *Rec = Phi.getType()->isIntegerTy()
                          ? dyn_cast<SCEVAddRecExpr>(SE.getSCEV(&Phi))
                          : nullptr;
    if (!Rec || !Rec->isAffine() || Rec->getLoop() != &L)
      continue;
    if (const auto *Step = dyn_cast<SCEVConstant>(Rec->getOperand(1)))
      Steps.push_back({&Phi, Step->getAPInt()});
  }
  Type *T = Type::getInt64Ty(Latch->getContext());
  auto *Count = PHINode::Create(T, 2, "", L.getHeader()->begin());
  IRBuilder<> Builder(L.getHeader(), L.getHeader()->getFirstInsertionPt());
  for (const auto &[Phi, Step] : Steps) {
    Value *Along = Builder.CreateMul(Builder.CreateTrunc(Count, Phi->getType()),
                                     ConstantInt::get(Phi->getType(), Step));
    Phi->replaceAllUsesWith(
        Builder.CreateAdd(Phi->getIncomingValueForBlock(Before), Along));
    Phi->eraseFromParent();
  }
  Builder.SetInsertPoint(Exit);
  Count->addIncoming(Builder.getInt64(0), Before);
  Count->addIncoming(Builder.CreateAdd(Count, Builder.getInt64(1)), Latch);
  const auto GoesOn = Exit->getSuccessor(0) == L.getHeader()
                          ? ICmpInst::ICMP_ULT
                          : ICmpInst::ICMP_UGE;
  Exit->setCondition(
      Builder.CreateICmp(GoesOn, Count, Builder.getInt64(Taken)));
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
    const std::optional<uint64_t> Taken = takenByAll(*L, SE);
    if (!L->isInnermost() || hasBarrier(*L) || !carriesFloat(*L) ||
        hasOwnArray(*L) || L->getExitingBlock() != L->getLoopLatch() ||
        !Taken.value_or(0) || !isAlwaysEntered(*L, PDT))
      continue;
    if (!isa<SCEVConstant>(SE.getBackedgeTakenCount(L)))
      countFromZero(*L, *Taken, SE);
    Barrier->clone()->insertBefore(
        L->getLoopLatch()->getTerminator()->getIterator());
  }
}

} // namespace roofline
