// Splits copies of structures, and stores of three-element vectors.
//
/// \file
/// clang stores three elements as four, the last of which is no value: an
/// original may leave anything there, and streams leave what was there. It
/// copies structures byte by byte, with their padding.
#include "roofline/Variants/PaddedAccess.h"

#include "roofline/Variants/KernelVariant.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace roofline {

/// The three elements that \p Store stores, with one that is no value behind
/// them; null of other stores.
static Value *threeElements(const StoreInst &Store) {
  auto *Shuffle = dyn_cast<ShuffleVectorInst>(Store.getValueOperand());
  if (!Shuffle || !isa<UndefValue>(Shuffle->getOperand(1)))
    return nullptr;
  auto *From = dyn_cast<FixedVectorType>(Shuffle->getOperand(0)->getType());
  ArrayRef<int> Mask = Shuffle->getShuffleMask();
  bool IsThree = From && From->getNumElements() == 3 && Mask.size() == 4 &&
                 Mask.take_front(3) == ArrayRef({0, 1, 2}) &&
                 (Mask[3] < 0 || Mask[3] >= 3);
  return IsThree ? Shuffle->getOperand(0) : nullptr;
}

void leavePadding(Module &M) {
  for (Function &F : M)
    for (Instruction &I : make_early_inc_range(instructions(F)))
      if (auto *Store = dyn_cast<StoreInst>(&I))
        if (Value *Three = threeElements(*Store)) {
          IRBuilder<> Builder(Store);
          Builder.CreateAlignedStore(Three, Store->getPointerOperand(),
                                     Store->getAlign(), Store->isVolatile());
          Store->eraseFromParent();
        }
}

std::unique_ptr<Module> withoutPadding(const Module &M) {
  bool Writes = any_of(M, [](const Function &F) {
    return any_of(instructions(F), [](const Instruction &I) {
      const auto *Store = dyn_cast<StoreInst>(&I);
      return Store && threeElements(*Store);
    });
  });
  if (!Writes)
    return nullptr;
  std::unique_ptr<Module> Clone = CloneModule(M);
  leavePadding(*Clone);
  return Clone;
}

/// All is loaded before anything is stored, as wide as the alignment allows.
static void expandCopy(MemCpyInst &Copy, uint64_t Bytes) {
  uint64_t Wide =
      std::min({Copy.getDestAlign().valueOrOne().value(),
                Copy.getSourceAlign().valueOrOne().value(), uint64_t(8)});
  while (Bytes % Wide)
    Wide /= 2;
  IRBuilder<> Builder(&Copy);
  Type *Part = Builder.getIntNTy(unsigned(8 * Wide));
  SmallVector<Value *, 16> Values;
  for (uint64_t At = 0; At < Bytes; At += Wide)
    Values.push_back(Builder.CreateAlignedLoad(
        Part,
        Builder.CreateConstGEP1_64(Builder.getInt8Ty(), Copy.getSource(), At),
        Align(Wide), Copy.isVolatile()));
  for (uint64_t I = 0; I < Values.size(); ++I)
    Builder.CreateAlignedStore(Values[I],
                               Builder.CreateConstGEP1_64(Builder.getInt8Ty(),
                                                          Copy.getDest(),
                                                          I * Wide),
                               Align(Wide), Copy.isVolatile());
  Copy.eraseFromParent();
}

void expandCopies(Function &F, uint64_t MaxBytes) {
  for (Instruction &I : make_early_inc_range(instructions(F)))
    if (auto *Copy = dyn_cast<MemCpyInst>(&I))
      if (auto *Length = dyn_cast<ConstantInt>(Copy->getLength()))
        if (uint64_t Bytes = Length->getZExtValue(); Bytes && Bytes <= MaxBytes)
          expandCopy(*Copy, Bytes);
}

} // namespace roofline
