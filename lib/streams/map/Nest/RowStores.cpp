// Stores behind each row's loop as stores of its last iteration.
#include "RowStores.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace roofline {

namespace {

/// The stores behind one loop.
class RowEnd {
public:
  RowEnd(llvm::Loop &Row, const DominatorTree &DT) : Row(Row), DT(DT) {}
  bool run();

private:
  bool mayMove(const Value *V, SmallPtrSetImpl<const Value *> &Asked) const;
  Value *moved(Value *V, IRBuilder<> &Builder);

  llvm::Loop &Row;
  const DominatorTree &DT;
  BasicBlock *Behind = nullptr;
  DenseMap<Value *, Value *> Copies;
};

} // namespace

/// True where \p V is computed behind the loop, without a choice, from its last
/// values and from values before it.
bool RowEnd::mayMove(const Value *V,
                     SmallPtrSetImpl<const Value *> &Asked) const {
  const auto *I = dyn_cast<Instruction>(V);
  if (!I || DT.dominates(I, Row.getLoopLatch()->getTerminator()) ||
      !Asked.insert(V).second)
    return true;
  if (I->getParent() != Behind || I->mayHaveSideEffects())
    return false;
  if (const auto *Phi = dyn_cast<PHINode>(I))
    return Phi->getNumIncomingValues() == 1;
  return all_of(I->operands(),
                [&](const Value *V) { return mayMove(V, Asked); });
}

Value *RowEnd::moved(Value *V, IRBuilder<> &Builder) {
  auto *I = dyn_cast<Instruction>(V);
  if (!I || I->getParent() != Behind)
    return V;
  if (auto *Phi = dyn_cast<PHINode>(I))
    return Phi->getIncomingValue(0);
  if (Value *There = Copies.lookup(V))
    return There;
  Instruction *Copy = I->clone();
  for (Use &Of : Copy->operands())
    Of.set(moved(Of.get(), Builder));
  Builder.Insert(Copy, I->getName());
  return Copies[V] = Copy;
}

bool RowEnd::run() {
  BasicBlock *Latch = Row.getLoopLatch();
  Behind = Row.getExitBlock();
  auto *Ends = Latch ? dyn_cast<BranchInst>(Latch->getTerminator()) : nullptr;
  if (!Behind || !Ends || !Ends->isConditional() ||
      Row.getExitingBlock() != Latch)
    return false;
  // A load behind a store may read what it wrote: the first ones stay.
  SmallVector<StoreInst *, 4> Stores;
  for (Instruction &I : *Behind) {
    auto *Store = dyn_cast<StoreInst>(&I);
    SmallPtrSet<const Value *, 16> Asked;
    if (Store && Store->isSimple() &&
        mayMove(Store->getValueOperand(), Asked) &&
        mayMove(Store->getPointerOperand(), Asked))
      Stores.push_back(Store);
    else if (I.mayReadOrWriteMemory() && !(isa<LoadInst>(I) && Stores.empty()))
      break;
  }
  if (Stores.empty())
    return false;
  const bool EndsIfTrue = Ends->getSuccessor(0) == Behind;
  Value *Condition = Ends->getCondition();
  BasicBlock *Next = SplitBlock(Latch, Ends);
  BasicBlock *Last = BasicBlock::Create(Latch->getContext(), "row.end",
                                        Latch->getParent(), Next);
  Latch->getTerminator()->eraseFromParent();
  BranchInst::Create(EndsIfTrue ? Last : Next, EndsIfTrue ? Next : Last,
                     Condition, Latch);
  IRBuilder<> Builder(BranchInst::Create(Next, Last));
  for (StoreInst *Store : Stores) {
    Instruction *Copy = Store->clone();
    for (Use &Of : Copy->operands())
      Of.set(moved(Of.get(), Builder));
    Builder.Insert(Copy);
    const SmallVector<WeakTrackingVH, 2> Read(Store->operand_values());
    Store->eraseFromParent();
    for (const WeakTrackingVH &V : Read)
      if (V)
        RecursivelyDeleteTriviallyDeadInstructions(V);
  }
  return true;
}

bool sinkRowStores(Function &F, LoopInfo &LI, const DominatorTree &DT) {
  bool Any = false;
  for (llvm::Loop *L : LI.getLoopsInPreorder())
    if (L->isInnermost() && L->getParentLoop())
      Any |= RowEnd(*L, DT).run();
  return Any;
}

} // namespace roofline
