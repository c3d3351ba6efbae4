// Tests of buffers against null.
#include "roofline/Canonical/NullTests.h"

#include "roofline/Canonical/CloneKernels.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/Local.h"

#include <optional>

using namespace llvm;

namespace roofline {

static bool isInBuffer(const Value &Address) {
  const auto *Object = dyn_cast<Argument>(getUnderlyingObject(&Address));
  return Object && Object->getType()->isPointerTy() &&
         isKernel(*Object->getParent());
}

/// Null of some address spaces is a cast of another one's.
static bool isNull(const Value &V) {
  return isa<ConstantPointerNull>(V.stripPointerCasts());
}

/// The answer of a test of a buffer against null; nothing for other tests.
static std::optional<bool> answerOf(const CmpInst &Test) {
  const Value &L = *Test.getOperand(0), &R = *Test.getOperand(1);
  if (!isa<ICmpInst>(Test) || !Test.isEquality() ||
      !L.getType()->isPointerTy() ||
      !((isInBuffer(L) && isNull(R)) || (isNull(L) && isInBuffer(R))))
    return std::nullopt;
  return Test.getPredicate() == CmpInst::ICMP_NE;
}

/// The value of \p V where such tests decide it.
static Constant *decided(Value *V, unsigned Depth = 0) {
  constexpr unsigned MostDepth = 8;
  if (auto *C = dyn_cast<Constant>(V))
    return C;
  auto *I = dyn_cast<Instruction>(V);
  if (!I || Depth == MostDepth || I->getType()->isVectorTy())
    return nullptr;
  if (const auto *Test = dyn_cast<CmpInst>(I))
    if (const std::optional<bool> Answer = answerOf(*Test))
      return ConstantInt::getBool(I->getType(), *Answer);
  if (auto *Choice = dyn_cast<SelectInst>(I)) {
    Constant *Condition = decided(Choice->getCondition(), Depth + 1);
    if (!Condition || !isa<ConstantInt>(Condition))
      return nullptr;
    return decided(Condition->isOneValue() ? Choice->getTrueValue()
                                           : Choice->getFalseValue(),
                   Depth + 1);
  }
  if (!isa<BinaryOperator, CmpInst, CastInst, FreezeInst>(I))
    return nullptr;
  SmallVector<Constant *, 2> Operands;
  for (Value *Operand : I->operands())
    if (Constant *C = decided(Operand, Depth + 1))
      Operands.push_back(C);
    else
      return nullptr;
  return isa<FreezeInst>(I)
             ? Operands.front()
             : ConstantFoldInstOperands(I, Operands, I->getDataLayout());
}

bool dropNullBranches(Function &F) {
  bool Changed = false;
  for (BasicBlock &B : F) {
    auto *Branch = dyn_cast<BranchInst>(B.getTerminator());
    if (!Branch || !Branch->isConditional() ||
        isa<Constant>(Branch->getCondition()))
      continue;
    auto *Taken =
        dyn_cast_or_null<ConstantInt>(decided(Branch->getCondition()));
    if (!Taken)
      continue;
    Branch->setCondition(Taken);
    Changed |= ConstantFoldTerminator(&B, /*DeleteDeadConditions=*/false);
  }
  if (Changed)
    removeUnreachableBlocks(F);
  return Changed;
}

void answerNullTests(Function &F) {
  for (Instruction &I : make_early_inc_range(instructions(F)))
    if (const auto *Test = dyn_cast<CmpInst>(&I))
      if (const std::optional<bool> Answer = answerOf(*Test)) {
        I.replaceAllUsesWith(ConstantInt::getBool(I.getType(), *Answer));
        I.eraseFromParent();
      }
}

} // namespace roofline
