// Turns small tables of constants into logic.
#include "ConstantTables.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/KnownBits.h"

using namespace llvm;

namespace roofline {

namespace {

/// An element of a table: the one at First, and Step more for each of Index
/// [byte].
struct Element {
  const GlobalVariable *Table;
  Value *Index;
  int64_t First, Step;
};

} // namespace

static std::optional<Element> elementOf(const LoadInst &Load) {
  const DataLayout &DL = Load.getDataLayout();
  const unsigned Bits = DL.getIndexTypeSizeInBits(Load.getPointerOperandType());
  APInt First(Bits, 0);
  SmallMapVector<Value *, APInt, 4> Steps;
  const Value *At = Load.getPointerOperand()->stripPointerCasts();
  while (const auto *Step = dyn_cast<GEPOperator>(At)) {
    if (!Step->collectOffset(DL, Bits, Steps, First))
      return std::nullopt;
    At = Step->getPointerOperand()->stripPointerCasts();
  }
  const auto *Table = dyn_cast<GlobalVariable>(At);
  if (!Table || !Table->isConstant() || !Table->hasDefinitiveInitializer() ||
      Steps.size() != 1)
    return std::nullopt;
  return Element{Table, Steps.begin()->first, First.getSExtValue(),
                 Steps.begin()->second.getSExtValue()};
}

/// The elements that an index from 0 on may choose, by the bits that it may
/// have; none where they are too many, or no constants of the type of \p Load.
static SmallVector<Constant *, MaxTable> elements(const Element &E,
                                                  const LoadInst &Load) {
  const DataLayout &DL = Load.getDataLayout();
  const int64_t Size = DL.getTypeAllocSize(E.Table->getValueType());
  const int64_t Width = DL.getTypeStoreSize(Load.getType());
  SmallVector<Constant *, MaxTable> Result;
  if (E.First < 0 || E.Step <= 0)
    return Result;
  const uint64_t Last =
      computeKnownBits(E.Index, DL).getMaxValue().getLimitedValue();
  for (int64_t At = E.First; At + Width <= Size; At += E.Step) {
    if (Result.size() > Last)
      break;
    Constant *C = ConstantFoldLoadFromConst(
        const_cast<Constant *>(E.Table->getInitializer()), Load.getType(),
        APInt(64, At), DL);
    if (!C || Result.size() == MaxTable)
      return {};
    Result.push_back(C);
  }
  return Result;
}

/// Element of \p Of that the low \p Bits of \p Index choose.
static Value *choose(ArrayRef<Constant *> Of, Value *Index, unsigned Bits,
                     IRBuilder<> &At) {
  if (Of.size() == 1 || all_equal(Of))
    return Of.front();
  const size_t Half = size_t(1) << (Bits - 1);
  if (Of.size() <= Half)
    return choose(Of, Index, Bits - 1, At);
  Value *Upper = choose(Of.drop_front(Half), Index, Bits - 1, At);
  Value *Lower = choose(Of.take_front(Half), Index, Bits - 1, At);
  Value *Bit = At.CreateTrunc(At.CreateLShr(Index, Bits - 1), At.getInt1Ty());
  return At.CreateSelect(Bit, Upper, Lower);
}

void openTables(Function &F) {
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    auto *Load = dyn_cast<LoadInst>(&I);
    std::optional<Element> E =
        Load && !Load->isVolatile() ? elementOf(*Load) : std::nullopt;
    if (!E)
      continue;
    SmallVector<Constant *, MaxTable> Of = elements(*E, *Load);
    if (Of.empty())
      continue;
    IRBuilder<> At(Load);
    Load->replaceAllUsesWith(choose(Of, E->Index, Log2_64_Ceil(Of.size()), At));
    Load->eraseFromParent();
  }
}

} // namespace roofline
