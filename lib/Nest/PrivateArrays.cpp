// Private arrays that a kernel reads before it has written them.
#include "roofline/Nest/PrivateArrays.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace roofline {

/// Where \p Array begins to hold anything.
static SmallVector<Instruction *, 2> beginnings(AllocaInst &Array) {
  SmallVector<Instruction *, 2> Result;
  for (User *U : Array.users())
    if (auto *Start = dyn_cast<LifetimeIntrinsic>(U);
        Start && Start->getIntrinsicID() == Intrinsic::lifetime_start)
      Result.push_back(Start);
  if (Result.empty())
    Result.push_back(&Array);
  return Result;
}

void clearPrivateArrays(Module &M) {
  const DataLayout &DL = M.getDataLayout();
  for (Function &F : M)
    for (Instruction &I : make_early_inc_range(instructions(F)))
      if (auto *Array = dyn_cast<AllocaInst>(&I);
          Array && Array->isStaticAlloca() &&
          Array->getAllocatedType()->isArrayTy())
        for (Instruction *Begin : beginnings(*Array)) {
          IRBuilder<> Builder(Begin->getParent(),
                              std::next(Begin->getIterator()));
          Builder.CreateMemSet(Array, Builder.getInt8(0),
                               DL.getTypeAllocSize(Array->getAllocatedType()),
                               Array->getAlign());
        }
}

} // namespace roofline
