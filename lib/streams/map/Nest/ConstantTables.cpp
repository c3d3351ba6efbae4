// Turns tables of constants into logic.
#include "ConstantTables.h"

#include "roofline/Stream/ConstantTables.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/Analysis/InstSimplifyFolder.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/KnownBits.h"
#include "llvm/Transforms/Utils/Local.h"

#include <numeric>

using namespace llvm;

namespace roofline {

namespace {

/// An element of a table: the one at First, and for each of Steps as many bytes
/// more as its value says; Step divides them.
struct Element {
  const GlobalVariable *Table;
  SmallMapVector<Value *, APInt, 4> Steps;
  int64_t First, Step;
};

} // namespace

static std::optional<Element> elementOf(const LoadInst &Load) {
  const DataLayout &DL = Load.getDataLayout();
  const unsigned Bits = DL.getIndexTypeSizeInBits(Load.getPointerOperandType());
  APInt First(Bits, 0);
  Element E = {};
  const Value *At = Load.getPointerOperand()->stripPointerCasts();
  while (const auto *Step = dyn_cast<GEPOperator>(At)) {
    if (!Step->collectOffset(DL, Bits, E.Steps, First))
      return std::nullopt;
    At = Step->getPointerOperand()->stripPointerCasts();
  }
  E.Table = dyn_cast<GlobalVariable>(At);
  if (!E.Table || !E.Table->isConstant() ||
      !E.Table->hasDefinitiveInitializer() || E.Steps.empty())
    return std::nullopt;
  E.First = First.getSExtValue();
  for (const auto &[Index, Step] : E.Steps)
    E.Step = std::gcd(E.Step, Step.getSExtValue());
  return E.Step > 0 ? std::optional(E) : std::nullopt;
}

/// The number of \p E from its first element on. Moves \p E to the first of the
/// table where an index may be below 0, so that the number is not.
static Value *numberOf(Element &E, IRBuilderBase &Builder,
                       const DataLayout &DL) {
  const auto &[Only, Step] = *E.Steps.begin();
  const bool IsAbove = E.First >= 0 && all_of(E.Steps, [&](const auto &S) {
                         return S.second.isNonNegative() &&
                                computeKnownBits(S.first, DL).isNonNegative();
                       });
  const bool IsFirst = E.First >= 0 && E.First < E.Step;
  if (E.Steps.size() == 1 && Step.isNonNegative() && (IsAbove || IsFirst))
    return Only;
  Type *Word = Builder.getIntNTy(Step.getBitWidth());
  Value *Number = ConstantInt::get(Word, 0);
  for (const auto &[Index, By] : E.Steps)
    Number = Builder.CreateAdd(
        Number, Builder.CreateMul(
                    Builder.CreateSExtOrTrunc(Index, Word),
                    ConstantInt::getSigned(Word, By.getSExtValue() / E.Step)));
  if (IsAbove)
    return Number;
  const int64_t Within = (E.First % E.Step + E.Step) % E.Step;
  Number = Builder.CreateAdd(
      Number, ConstantInt::getSigned(Word, (E.First - Within) / E.Step));
  E.First = Within;
  return Number;
}

/// The elements that \p Number may choose, by the bits that it may have; none
/// where they are too many, or no constants of the type of \p Load.
static SmallVector<Constant *> elements(const Element &E, const Value *Number,
                                        const LoadInst &Load) {
  const DataLayout &DL = Load.getDataLayout();
  const int64_t Size = DL.getTypeAllocSize(E.Table->getValueType());
  const int64_t Width = DL.getTypeStoreSize(Load.getType());
  const uint64_t Last =
      computeKnownBits(Number, DL).getMaxValue().getLimitedValue();
  SmallVector<Constant *> Result;
  for (int64_t At = E.First; At + Width <= Size && Result.size() <= Last;
       At += E.Step) {
    Constant *C = ConstantFoldLoadFromConst(
        const_cast<Constant *>(E.Table->getInitializer()), Load.getType(),
        APInt(64, At), DL);
    if (!C || Result.size() == MaxTable)
      return {};
    Result.push_back(C);
  }
  return Result;
}

/// Element of \p Constants that the low \p Bits of \p Index choose.
static Value *choose(ArrayRef<Constant *> Constants, Value *Index,
                     unsigned Bits, IRBuilderBase &Builder) {
  if (Constants.size() == 1 || all_equal(Constants))
    return Constants.front();
  const size_t Half = size_t(1) << (Bits - 1);
  if (Constants.size() <= Half)
    return choose(Constants, Index, Bits - 1, Builder);
  Value *Upper = choose(Constants.drop_front(Half), Index, Bits - 1, Builder);
  Value *Lower = choose(Constants.take_front(Half), Index, Bits - 1, Builder);
  Value *Bit = Builder.CreateTrunc(Builder.CreateLShr(Index, Bits - 1),
                                   Builder.getInt1Ty());
  return Builder.CreateSelect(Bit, Upper, Lower);
}

void openTables(Function &F) {
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    auto *Load = dyn_cast<LoadInst>(&I);
    std::optional<Element> E =
        Load && !Load->isVolatile() ? elementOf(*Load) : std::nullopt;
    if (!E)
      continue;
    IRBuilder<InstSimplifyFolder> Builder(
        F.getContext(), InstSimplifyFolder(F.getDataLayout()));
    Builder.SetInsertPoint(Load);
    Value *Number = numberOf(*E, Builder, F.getDataLayout());
    const SmallVector<Constant *> Of = elements(*E, Number, *Load);
    if (Of.empty()) {
      RecursivelyDeleteTriviallyDeadInstructions(Number);
      continue;
    }
    Load->replaceAllUsesWith(
        choose(Of, Number, Log2_64_Ceil(Of.size()), Builder));
    Load->eraseFromParent();
  }
}

} // namespace roofline
