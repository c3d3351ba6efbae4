// Control flow out of scopes: from a store of a constant to the case that asks
// for it.
#include "roofline/Analysis/ScopeExits.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace roofline {

/// True where \p Slot only ever takes constants, for switches alone.
static bool isExitSlot(const AllocaInst &Slot) {
  return Slot.getAllocatedType()->isIntegerTy() &&
         all_of(Slot.users(), [&](const User *U) {
           if (const auto *Store = dyn_cast<StoreInst>(U))
             return Store->isSimple() &&
                    isa<ConstantInt>(Store->getValueOperand());
           const auto *Load = dyn_cast<LoadInst>(U);
           return Load && Load->isSimple() && Load->hasOneUser() &&
                  isa<SwitchInst>(*Load->user_begin()) &&
                  Load->getType() == Slot.getAllocatedType();
         });
}

/// Where control goes from \p Block with \p Exit in \p Slot, past the ends of
/// scopes; null if \p Block is none.
static BasicBlock *afterScopes(BasicBlock *Block, const AllocaInst &Slot,
                               const ConstantInt &Exit) {
  BasicBlock *Asked = nullptr; // the last place a switch on Slot leads to
  for (unsigned Depth = 0; Depth < 64; ++Depth) {
    const LoadInst *Load = nullptr;
    for (const Instruction &I : *Block)
      if (const auto *L = dyn_cast<LoadInst>(&I);
          L && !Load && L->getPointerOperand() == &Slot)
        Load = L;
      else if (!I.isTerminator() && !I.isLifetimeStartOrEnd())
        return Asked;
    Instruction *End = Block->getTerminator();
    if (auto *Switch = dyn_cast<SwitchInst>(End);
        Switch && Load && Switch->getCondition() == Load)
      Asked = Block = Switch->findCaseValue(&Exit)->getCaseSuccessor();
    else if (isa<BranchInst>(End) && End->getNumSuccessors() == 1 && !Load)
      Block = End->getSuccessor(0);
    else
      return Asked;
  }
  return Asked;
}

bool threadScopeExits(Function &F) {
  bool Changed = false;
  for (Instruction &I : F.getEntryBlock()) {
    auto *Slot = dyn_cast<AllocaInst>(&I);
    if (!Slot || !isExitSlot(*Slot))
      continue;
    for (User *U : Slot->users()) {
      auto *Store = dyn_cast<StoreInst>(U);
      if (!Store)
        continue;
      BasicBlock *From = Store->getParent();
      // Only the last store of its block says where to go.
      const bool IsLast =
          none_of(make_range(std::next(Store->getIterator()), From->end()),
                  [&](const Instruction &Later) {
                    const auto *Other = dyn_cast<StoreInst>(&Later);
                    return Other && Other->getPointerOperand() == Slot;
                  });
      Instruction *Leave = From->getTerminator();
      if (!IsLast || Leave->getNumSuccessors() != 1)
        continue;
      BasicBlock *To =
          afterScopes(Leave->getSuccessor(0), *Slot,
                      *cast<ConstantInt>(Store->getValueOperand()));
      if (!To || isa<PHINode>(To->front()))
        continue;
      Leave->setSuccessor(0, To);
      Changed = true;
    }
  }
  if (Changed)
    removeUnreachableBlocks(F);
  return Changed;
}

} // namespace roofline
