// Pointers that loops carry as offsets from what they point into.
#include "CarriedOffsets.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/Utils/Local.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Operator.h"

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
  Value *of(Value *Pointer) {
    if (Pointer == &Base)
      return ConstantInt::get(Type, 0);
    if (Value *Known = OfPointer.lookup(Pointer))
      return Known;
    Value *Offset = nullptr;
    if (auto *Phi = dyn_cast<PHINode>(Pointer))
      Offset = ofPhi(*Phi);
    else if (auto *Choice = dyn_cast<SelectInst>(Pointer))
      Offset = ofChoice(*Choice);
    else if (auto *Step = dyn_cast<GetElementPtrInst>(Pointer))
      Offset = ofStep(*Step);
    return OfPointer[Pointer] = Offset;
  }

private:
  Value *ofPhi(PHINode &Phi) {
    PHINode *Offset = PHINode::Create(Type, Phi.getNumIncomingValues(), "",
                                      Phi.getIterator());
    Offset->setDebugLoc(Phi.getDebugLoc());
    OfPointer[&Phi] = Offset;
    for (unsigned N = 0; N < Phi.getNumIncomingValues(); ++N) {
      Value *From = of(Phi.getIncomingValue(N));
      // What is not followed stays: the pointer that is not replaced.
      IsFollowed &= From != nullptr;
      Offset->addIncoming(From ? From : PoisonValue::get(Type),
                          Phi.getIncomingBlock(N));
    }
    return Offset;
  }

  Value *ofChoice(SelectInst &Choice) {
    Value *True = of(Choice.getTrueValue()),
          *False = of(Choice.getFalseValue());
    return True && False ? IRBuilder<>(&Choice).CreateSelect(
                               Choice.getCondition(), True, False)
                         : nullptr;
  }

  Value *ofStep(GetElementPtrInst &Step) {
    Value *From = of(Step.getPointerOperand());
    IRBuilder<> Builder(&Step);
    return From ? Builder.CreateAdd(From, emitGEPOffset(&Builder, DL, &Step))
                : nullptr;
  }

  const Value &Base;
  const DataLayout &DL;
  llvm::Type *Type;
  DenseMap<Value *, Value *> OfPointer;

public:
  bool IsFollowed = true;
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
    Value *Offset = All.of(Phi);
    if (!All.IsFollowed)
      continue;
    IRBuilder<> Builder(Phi->getParent(),
                        Phi->getParent()->getFirstInsertionPt());
    Phi->replaceAllUsesWith(
        Builder.CreateInBoundsPtrAdd(Base, Offset, Phi->getName()));
    Phi->eraseFromParent();
  }
}

} // namespace roofline
