// Initial values of private arrays that a kernel reads before it writes them.
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

/// True where \p Array gets all of its elements at once: an initialiser.
static bool isFilled(const AllocaInst &Array, uint64_t Size) {
  return any_of(Array.users(), [&](const User *U) {
    const auto *Fill = dyn_cast<MemIntrinsic>(U);
    const auto *Bytes =
        Fill ? dyn_cast<ConstantInt>(Fill->getLength()) : nullptr;
    return Bytes && Fill->getDest() == &Array && Bytes->getValue().uge(Size);
  });
}

void clearPrivateArrays(Module &M) {
  for (Function &F : M)
    for (Instruction &I : make_early_inc_range(instructions(F))) {
      auto *Array = dyn_cast<AllocaInst>(&I);
      if (!Array || !Array->isStaticAlloca() ||
          !Array->getAllocatedType()->isArrayTy())
        continue;
      const uint64_t Size =
          M.getDataLayout().getTypeAllocSize(Array->getAllocatedType());
      if (isFilled(*Array, Size))
        continue;
      for (Instruction *Begin : beginnings(*Array)) {
        IRBuilder<> Builder(Begin->getParent(),
                            std::next(Begin->getIterator()));
        Builder.CreateMemSet(Array, Builder.getInt8(0), Size,
                             Array->getAlign());
      }
    }
}

} // namespace roofline
