// Control flow out of scopes: from a store of a constant to the case that asks
// for it.
#include "roofline/Canonical/ScopeExits.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace roofline {

/// Scopes have ends where their variables do; without any, what looks like a
/// slot of clang is a variable of the author.
static bool hasScopes(Function &F) {
  return any_of(instructions(F),
                [](const Instruction &I) { return I.isLifetimeStartOrEnd(); });
}

/// True where \p Slot only ever takes constants, for switches alone, and is no
/// variable of the author.
static bool isExitSlot(AllocaInst &Slot) {
  return Slot.getAllocatedType()->isIntegerTy() &&
         findDVRDeclares(&Slot).empty() &&
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

void threadScopeExits(Function &F) {
  bool Changed = false;
  if (!hasScopes(F))
    return;
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
}

void joinLatches(Function &F) {
  MapVector<std::pair<MDNode *, BasicBlock *>, SmallVector<BranchInst *, 2>>
      Loops;
  for (BasicBlock &B : F)
    if (auto *Jump = dyn_cast<BranchInst>(B.getTerminator());
        Jump && Jump->isUnconditional())
      if (MDNode *Id = Jump->getMetadata(LLVMContext::MD_loop))
        Loops[{Id, Jump->getSuccessor(0)}].push_back(Jump);
  for (auto &[Loop, Jumps] : Loops) {
    auto [Id, Header] = Loop;
    if (Jumps.size() < 2 || isa<PHINode>(Header->front()))
      continue;
    BasicBlock *Latch = BasicBlock::Create(F.getContext(), "", &F);
    BranchInst *Back = BranchInst::Create(Header, Latch);
    Back->setDebugLoc(Jumps.back()->getDebugLoc());
    Back->setMetadata(LLVMContext::MD_loop, Id);
    for (BranchInst *Jump : Jumps) {
      Jump->setSuccessor(0, Latch);
      Jump->setMetadata(LLVMContext::MD_loop, nullptr);
    }
  }
}

} // namespace roofline
