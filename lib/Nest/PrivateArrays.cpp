// Private arrays that a kernel reads before it has written them.
#include "roofline/Nest/PrivateArrays.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace roofline {

void clearPrivateArrays(Module &M) {
  const DataLayout &DL = M.getDataLayout();
  for (Function &F : M)
    for (Instruction &I : make_early_inc_range(instructions(F)))
      if (auto *Array = dyn_cast<AllocaInst>(&I);
          Array && Array->isStaticAlloca() &&
          Array->getAllocatedType()->isArrayTy()) {
        IRBuilder<> Builder(Array->getParent(), std::next(I.getIterator()));
        Builder.CreateMemSet(Array, Builder.getInt8(0),
                             DL.getTypeAllocSize(Array->getAllocatedType()),
                             Array->getAlign());
      }
}

} // namespace roofline
