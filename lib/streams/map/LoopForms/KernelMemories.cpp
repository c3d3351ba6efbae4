// The memories of a kernel, and the accesses that mean them.
#include "KernelMemories.h"

#include "roofline/Canonical/ArgumentNames.h"
#include "roofline/Canonical/ErrorAt.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace roofline {

/// The one object that \p I accesses, or null.
static const Value *objectOf(const Instruction &I) {
  SmallVector<const Value *, 4> Objects;
  getUnderlyingObjects(getLoadStorePointerOperand(&I), Objects);
  return Objects.size() == 1 ? Objects[0] : nullptr;
}

Error KernelMemories::find() {
  for (Instruction &I : instructions(*Code.Open.F))
    if (isa<LoadInst, StoreInst>(I))
      if (Error E = add(I))
        return E;
  return Error::success();
}

uint32_t KernelMemories::of(const Instruction &I) const {
  return Numbers.lookup(objectOf(I));
}

Error KernelMemories::add(const Instruction &I) {
  const Value *Object = objectOf(I);
  if (!Object)
    return errorAt(I, "a pointer that data choose between buffers");
  const std::optional<ValueType> Type = streamType(getLoadStoreType(&I));
  if (!Type || !is_contained({8, 16, 32, 64}, Type->Bits))
    return errorAt(I, "an access of a type that is no whole, half, float or "
                      "double number of 8, 16, 32 or 64 bits");
  auto [It, IsNew] = Numbers.try_emplace(Object, K.Memories.size());
  if (!IsNew) {
    const LoopMemory &M = K.Memories[It->second];
    if (M.Type.Bits != Type->Bits)
      return errorAt(I, "'" + M.Name +
                            "' is accessed with elements of several sizes");
    return Error::success();
  }
  Expected<LoopMemory> M = describe(*Object, *Type, I);
  if (!M)
    return M.takeError();
  M->Loc = sourceLocation(&I);
  // Passes name what they split: "sum.0".
  if (M->Kind != LoopMemoryKind::Buffer) // whose name is the argument's
    for (char &C : M->Name)
      if (!isAlnum(C))
        C = '_';
  if (any_of(K.Memories,
             [&](const LoopMemory &Other) { return Other.Name == M->Name; }))
    M->Name += "_" + std::to_string(K.Memories.size());
  K.Memories.push_back(std::move(*M));
  return Error::success();
}

/// [byte] For each index of the first of several dimensions; 0: of one.
static uint64_t rowBytes(Type *T, const DataLayout &DL) {
  const auto *Array = dyn_cast<ArrayType>(T);
  return Array && Array->getElementType()->isArrayTy()
             ? DL.getTypeAllocSize(Array->getElementType()).getFixedValue()
             : 0;
}

Expected<LoopMemory> KernelMemories::describe(const Value &Object,
                                              ValueType Type,
                                              const Instruction &I) const {
  const DataLayout &DL = Code.Open.F->getDataLayout();
  const uint64_t Bytes = Type.Bits / 8;
  LoopMemory M;
  M.Type = Type;
  if (const auto *A = dyn_cast<Argument>(&Object)) {
    M.Name = kernelArgument(*Original.getArg(A->getArgNo())).Name;
    M.Kind = LoopMemoryKind::Buffer;
    M.Words = A->getDereferenceableBytes() / Bytes;
    constexpr unsigned LocalMemory = 3; // SPIR's address space
    if (A->getType()->getPointerAddressSpace() == LocalMemory)
      return errorAt(I, "local memory '" + M.Name +
                            "' is an argument, and its size is not known: "
                            "declare it in the kernel");
    return M;
  }
  if (const auto *Slot = dyn_cast<AllocaInst>(&Object)) {
    const auto Size = Slot->getAllocationSize(DL);
    if (!Size || Size->isScalable())
      return errorAt(I, "an array without a constant size");
    M.Name = Slot->hasName() ? Slot->getName().split('.').first.str()
                             : "array" + std::to_string(K.Memories.size());
    M.Words = Size->getFixedValue() / Bytes;
    M.Row = rowBytes(Slot->getAllocatedType(), DL) / Bytes;
    return M;
  }
  const auto *G = dyn_cast<GlobalVariable>(&Object);
  if (!G)
    return errorAt(I, "a pointer that data choose");
  M.Name = G->getName().rsplit('.').second.str();
  if (M.Name.empty())
    M.Name = G->getName().str();
  M.Row = rowBytes(G->getValueType(), DL) / Bytes;
  M.Words = DL.getTypeAllocSize(G->getValueType()).getFixedValue() / Bytes;
  if (G->isConstant()) {
    if (Error E = fillTable(M, *G, I))
      return std::move(E);
    return M;
  }
  M.Kind = LoopMemoryKind::Local;
  if (G->getAddressSpace() != 3)
    return errorAt(I, "'" + M.Name + "' is a variable that launches share");
  return M;
}

Error KernelMemories::fillTable(LoopMemory &M, const GlobalVariable &G,
                                const Instruction &I) const {
  M.Kind = LoopMemoryKind::Table;
  for (uint64_t W = 0; W < M.Words; ++W) {
    Constant *C = ConstantFoldLoadFromConst(
        const_cast<Constant *>(G.getInitializer()), getLoadStoreType(&I),
        APInt(64, W * M.Type.Bits / 8), Code.Open.F->getDataLayout());
    if (const auto *Int = dyn_cast_or_null<ConstantInt>(C))
      M.Contents.push_back(Int->getZExtValue());
    else if (const auto *FP = dyn_cast_or_null<ConstantFP>(C))
      M.Contents.push_back(FP->getValueAPF().bitcastToAPInt().getZExtValue());
    else
      return errorAt(I,
                     "table '" + M.Name + "' has elements that are no numbers");
  }
  return Error::success();
}

} // namespace roofline
