// Keeps loop exits apart from guards with the same condition.
#include "LoopExits.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace roofline {

constexpr StringLiteral HiddenExit = "roofline.exit";

void keepExitsApart(Function &F) {
  DominatorTree DT(F);
  LoopInfo LI(DT);
  SmallPtrSet<BranchInst *, 8> Exits;
  for (Loop *L : LI.getLoopsInPreorder()) {
    SmallVector<BasicBlock *, 4> Exiting;
    L->getExitingBlocks(Exiting);
    for (BasicBlock *B : Exiting)
      if (auto *Branch = dyn_cast<BranchInst>(B->getTerminator()))
        Exits.insert(Branch);
  }
  if (Exits.empty())
    return;
  LLVMContext &Context = F.getContext();
  Type *Bit = Type::getInt1Ty(Context);
  FunctionCallee Hide =
      F.getParent()->getOrInsertFunction(HiddenExit, Bit, Bit);
  auto *Callee = cast<Function>(Hide.getCallee());
  Callee->setDoesNotAccessMemory();
  Callee->setDoesNotThrow();
  Callee->setWillReturn();
  for (BasicBlock &B : F)
    if (auto *Exit = dyn_cast<BranchInst>(B.getTerminator());
        Exits.contains(Exit))
      Exit->setCondition(
          IRBuilder<>(Exit).CreateCall(Hide, {Exit->getCondition()}));
}

void showExits(Function &F) {
  for (Instruction &I : make_early_inc_range(instructions(F)))
    if (auto *Call = dyn_cast<CallInst>(&I);
        Call && Call->getCalledFunction() &&
        Call->getCalledFunction()->getName() == HiddenExit) {
      Call->replaceAllUsesWith(Call->getArgOperand(0));
      Call->eraseFromParent();
    }
}

void separateExits(LoopInfo &LI) {
  for (Loop *L : LI.getLoopsInPreorder()) {
    BasicBlock *Latch = L->getLoopLatch();
    auto *Exit = Latch ? dyn_cast<BranchInst>(Latch->getTerminator()) : nullptr;
    auto *Phi = Exit && Exit->isConditional()
                    ? dyn_cast<PHINode>(Exit->getCondition())
                    : nullptr;
    auto *Compare = Phi && Phi->getNumIncomingValues() == 1
                        ? dyn_cast<ICmpInst>(Phi->getIncomingValue(0))
                        : nullptr;
    if (!Compare || any_of(Compare->operands(), [&](const Use &Operand) {
          auto *I = dyn_cast<Instruction>(Operand);
          const Loop *Inner = I ? LI.getLoopFor(I->getParent()) : nullptr;
          return Inner && !Inner->contains(L);
        }))
      continue;
    Instruction *Own = Compare->clone();
    Own->setDebugLoc(Exit->getDebugLoc());
    Own->insertBefore(Exit->getIterator());
    Exit->setCondition(Own);
  }
}

} // namespace roofline
