// Pointers that loops carry as offsets from what they point into.
#include "CarriedOffsets.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/Utils/Local.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/ValueHandle.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace roofline {
namespace {

/// The offsets of the pointers into one object.
class Offsets {
public:
  Offsets(Function &F, const Value &Base)
      : Base(Base), DL(F.getDataLayout()),
        Type(DL.getIndexType(Base.getType())) {}

  /// The offset of \p Pointer [byte]; null where it is not followed.
  Value *find(Value *Pointer) {
    if (Pointer == &Base)
      return ConstantInt::get(Type, 0);
    if (Value *Offset = Known.lookup(Pointer))
      return Offset;
    Value *Offset = nullptr;
    if (auto *Phi = dyn_cast<PHINode>(Pointer))
      Offset = findPhi(*Phi);
    else if (auto *Choice = dyn_cast<SelectInst>(Pointer))
      Offset = findChoice(*Choice);
    else if (auto *Step = dyn_cast<GetElementPtrInst>(Pointer))
      Offset = findStep(*Step);
    return Known[Pointer] = Offset;
  }

private:
  Value *findPhi(PHINode &Phi) {
    PHINode *Offset = PHINode::Create(Type, Phi.getNumIncomingValues(), "",
                                      Phi.getIterator());
    Offset->setDebugLoc(Phi.getDebugLoc());
    Known[&Phi] = Offset;
    Phis.push_back(Offset);
    for (unsigned N = 0; N < Phi.getNumIncomingValues(); ++N) {
      Value *From = find(Phi.getIncomingValue(N));
      IsFollowed &= From != nullptr;
      Offset->addIncoming(From ? From : PoisonValue::get(Type),
                          Phi.getIncomingBlock(N));
    }
    return Offset;
  }

  Value *findChoice(SelectInst &Choice) {
    Value *True = find(Choice.getTrueValue()),
          *False = find(Choice.getFalseValue());
    return True && False ? IRBuilder<>(&Choice).CreateSelect(
                               Choice.getCondition(), True, False)
                         : nullptr;
  }

  Value *findStep(GetElementPtrInst &Step) {
    Value *From = find(Step.getPointerOperand());
    IRBuilder<> Builder(&Step);
    return From ? Builder.CreateAdd(From, emitGEPOffset(&Builder, DL, &Step))
                : nullptr;
  }

  const Value &Base;
  const DataLayout &DL;
  llvm::Type *Type;
  DenseMap<Value *, Value *> Known;

public:
  bool IsFollowed = true;
  SmallVector<WeakTrackingVH, 4> Phis; ///< new ones
};

} // namespace

void carryOffsets(Function &F) {
  SmallVector<PHINode *, 4> Pointers;
  for (Instruction &I : instructions(F))
    if (auto *Phi = dyn_cast<PHINode>(&I); Phi && Phi->getType()->isPointerTy())
      Pointers.push_back(Phi);
  for (PHINode *Phi : Pointers) {
    SmallVector<const Value *, 2> Objects;
    getUnderlyingObjects(Phi, Objects, /*LI=*/nullptr, /*MaxLookup=*/0);
    if (Objects.size() != 1 ||
        !isa<AllocaInst, GlobalVariable, Argument>(Objects[0]) ||
        Objects[0]->getType() != Phi->getType())
      continue;
    auto *Base = const_cast<Value *>(Objects[0]);
    Offsets All(F, *Base);
    Value *Offset = All.find(Phi);
    if (!All.IsFollowed) {
      for (const WeakTrackingVH &Dead : All.Phis)
        if (auto *Offset = dyn_cast_or_null<PHINode>(Dead))
          RecursivelyDeleteDeadPHINode(Offset);
      continue;
    }
    IRBuilder<> Builder(Phi->getParent(),
                        Phi->getParent()->getFirstInsertionPt());
    Phi->replaceAllUsesWith(
        Builder.CreateInBoundsPtrAdd(Base, Offset, Phi->getName()));
    Phi->eraseFromParent();
  }
}

} // namespace roofline
