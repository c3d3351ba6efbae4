// Elements of the streams of C++.
#include "StreamElements.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace roofline {

std::optional<StreamMethod> streamMethod(const Function *F) {
  if (!F || !F->isDeclaration() || !F->getName().contains("3hls6stream"))
    return std::nullopt;
  const std::pair<StringRef, StreamMethod> Methods[] = {
      {"8fifoReadE", StreamMethod::Read},
      {"9fifoWriteE", StreamMethod::Write},
      {"12fifoReadableE", StreamMethod::IsReadable},
      {"12fifoWritableE", StreamMethod::IsWritable},
      {"8fifoSizeE", StreamMethod::Size}};
  for (const auto &[Name, M] : Methods)
    if (F->getName().contains(Name))
      return M;
  return std::nullopt;
}

void addParts(Type *T, uint64_t Offset, const DataLayout &DL,
              SmallVectorImpl<ElementPart> &Parts) {
  auto AddEach = [&](Type *Element, uint64_t Count) {
    const uint64_t Size = DL.getTypeAllocSize(Element);
    for (uint64_t N = 0; N < Count; ++N)
      addParts(Element, Offset + N * Size, DL, Parts);
  };
  if (auto *Struct = dyn_cast<StructType>(T)) {
    for (const auto &[N, Element] : enumerate(Struct->elements()))
      addParts(Element,
               Offset + DL.getStructLayout(Struct)->getElementOffset(N), DL,
               Parts);
  } else if (auto *Array = dyn_cast<ArrayType>(T)) {
    AddEach(Array->getElementType(), Array->getNumElements());
  } else if (auto *Vector = dyn_cast<FixedVectorType>(T)) {
    AddEach(Vector->getElementType(), Vector->getNumElements());
  } else if (T->isIntegerTy()) {
    uint64_t Left = DL.getTypeStoreSize(T);
    while (Left) {
      const uint64_t Bytes = std::min<uint64_t>(8, bit_floor(Left));
      Parts.push_back({Type::getIntNTy(T->getContext(), Bytes * 8), Offset});
      Offset += Bytes;
      Left -= Bytes;
    }
  } else {
    Parts.push_back({T, Offset});
  }
}

/// The variable that \p Pointer points into, or null.
static AllocaInst *variableOf(Value *Pointer) {
  return dyn_cast<AllocaInst>(Pointer->stripInBoundsConstantOffsets());
}

/// The variable that \p V, or a part of it, is stored in at once; null where it
/// is not.
static AllocaInst *storedIn(const Value &V) {
  for (const User *U : V.users()) {
    if (isa<ExtractValueInst>(U))
      return storedIn(*U);
    if (const auto *Store = dyn_cast<StoreInst>(U))
      return variableOf(const_cast<Value *>(Store->getPointerOperand()));
  }
  return nullptr;
}

Type *registerType(CallInst &Call, StreamMethod M) {
  if (M == StreamMethod::Read)
    return Call.hasStructRetAttr() ? Call.getParamStructRetType(0)
                                   : Call.getType();
  SmallVector<Type *, 2> Types;
  for (const Use &U : drop_begin(Call.args()))
    Types.push_back(U->getType());
  return Types.size() == 1 ? Types.front()
                           : StructType::get(Call.getContext(), Types);
}

bool fillsAlike(Type *L, Type *R, const DataLayout &DL) {
  constexpr unsigned RegisterBytes = 8;
  return divideCeil(DL.getTypeAllocSize(L), RegisterBytes) ==
         divideCeil(DL.getTypeAllocSize(R), RegisterBytes);
}

/// The layout of what is copied between \p Registers and another variable.
static ElementLayout copiedLayout(const AllocaInst &Registers,
                                  const DataLayout &DL) {
  for (const User *U : Registers.users())
    if (const auto *Copy = dyn_cast<MemCpyInst>(U)) {
      Value *Other = Copy->getRawSource() == &Registers ? Copy->getRawDest()
                                                        : Copy->getRawSource();
      const auto *Length = dyn_cast<ConstantInt>(Copy->getLength());
      if (const AllocaInst *Variable = variableOf(Other); Variable && Length)
        return {Variable->getAllocatedType(), Length->getZExtValue()};
    }
  Type *T = Registers.getAllocatedType();
  return {T, DL.getTypeAllocSize(T)};
}

ElementLayout elementLayout(CallInst &Call, StreamMethod M) {
  const DataLayout &DL = Call.getDataLayout();
  auto Whole = [&](Type *T) {
    return ElementLayout{T, DL.getTypeAllocSize(T)};
  };
  if (M == StreamMethod::Write && Call.arg_size() < 2)
    return {};
  Type *InRegisters = registerType(Call, M);
  if (!InRegisters->isSized()) // of a structure without fields
    return {};
  const AllocaInst *Variable = nullptr;
  if (M == StreamMethod::Read) {
    Variable = storedIn(Call);
  } else if (Type *T = Call.getParamByValType(1)) {
    return Whole(T);
  } else {
    Value *V = Call.getArgOperand(1);
    const auto *Load = dyn_cast<LoadInst>(V);
    Variable =
        variableOf(Load ? const_cast<Value *>(Load->getPointerOperand()) : V);
  }
  if (Variable) {
    const ElementLayout Found = copiedLayout(*Variable, DL);
    if (InRegisters->isPointerTy() || fillsAlike(Found.T, InRegisters, DL))
      return Found;
  }
  return InRegisters->isPointerTy() ? ElementLayout() : Whole(InRegisters);
}

} // namespace roofline
