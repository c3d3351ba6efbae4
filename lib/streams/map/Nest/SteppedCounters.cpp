// Rewrites counters that step under a condition in terms of the loop's counter.
#include "SteppedCounters.h"

#include "LoopCounters.h"

#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace roofline {

/// [iteration] of a loop that is gone through.
constexpr uint64_t MaxCounted = uint64_t(1) << 20;

namespace {

/// First, and from iteration Delay on First + Step * ((n - Delay) / Run %
/// Rows); Rows 0: without end.
struct Steps {
  int64_t First = 0, Step = 0;
  size_t Delay = 0, Run = 1, Rows = 0;

  int64_t at(size_t Iteration) const {
    size_t Count = Iteration < Delay ? 0 : (Iteration - Delay) / Run;
    return First + Step * int64_t(Rows ? Count % Rows : Count);
  }
};

class CounterRun {
public:
  CounterRun(Loop &L, ScalarEvolution &SE, const DominatorTree &DT)
      : L(L), SE(SE), DT(DT), Header(L.getHeader()), Latch(L.getLoopLatch()) {}
  bool run();

private:
  bool isClosed(Value *V, SmallPtrSetImpl<Value *> &Seen) const;
  Constant *valueOf(Value *V);
  void findCounters();
  std::vector<std::vector<int64_t>> walk(ArrayRef<PHINode *> Phis,
                                         uint64_t Trip);
  void write(PHINode &Phi, const Steps &S);

  Loop &L;
  ScalarEvolution &SE;
  const DominatorTree &DT;
  BasicBlock *Header, *Latch;
  SmallSetVector<PHINode *, 8> Counters; ///< no data goes into them
  DenseMap<Value *, Constant *> Current; ///< in the iteration at hand
};

} // namespace

/// True where \p V comes from Counters and constants alone.
bool CounterRun::isClosed(Value *V, SmallPtrSetImpl<Value *> &Seen) const {
  if (isa<ConstantInt>(V))
    return true;
  auto *I = dyn_cast<Instruction>(V);
  if (!I || !L.contains(I) || !I->getType()->isIntegerTy())
    return false;
  if (!Seen.insert(V).second)
    return true;
  auto AreClosed = [&](const User &U) {
    return all_of(U.operands(),
                  [&](Value *Operand) { return isClosed(Operand, Seen); });
  };
  if (auto *Phi = dyn_cast<PHINode>(I)) {
    if (Phi->getParent() == Header)
      return Counters.contains(Phi);
    Choice C = choiceOf(*Phi, DT);
    return C.Condition && isClosed(const_cast<Value *>(C.Condition), Seen) &&
           AreClosed(*Phi);
  }
  return isa<BinaryOperator, ICmpInst, SelectInst, CastInst>(I) &&
         AreClosed(*I);
}

/// The number that \p V is in the iteration at hand; null for none.
Constant *CounterRun::valueOf(Value *V) {
  if (auto *C = dyn_cast<ConstantInt>(V))
    return C;
  if (Constant *Known = Current.lookup(V))
    return Known;
  auto *I = cast<Instruction>(V);
  Choice C;
  if (auto *Phi = dyn_cast<PHINode>(I))
    C = choiceOf(*Phi, DT);
  else if (auto *Select = dyn_cast<SelectInst>(I))
    C = {Select->getCondition(), Select->getTrueValue(),
         Select->getFalseValue()};
  Constant *Result = nullptr;
  if (C.Condition) {
    auto *If = dyn_cast_or_null<ConstantInt>(
        valueOf(const_cast<Value *>(C.Condition)));
    if (If)
      Result = valueOf(const_cast<Value *>(If->isOne() ? C.IfTrue : C.IfFalse));
  } else {
    SmallVector<Constant *, 2> Operands;
    for (Value *Operand : I->operands())
      if (Constant *Of = valueOf(Operand))
        Operands.push_back(Of);
    if (Operands.size() == I->getNumOperands())
      Result = ConstantFoldInstOperands(I, Operands, I->getDataLayout());
  }
  Result = dyn_cast_or_null<ConstantInt>(Result);
  if (Result)
    Current[V] = Result;
  return Result;
}

void CounterRun::findCounters() {
  for (PHINode &Phi : Header->phis())
    if (isa<ConstantInt>(Phi.getIncomingValueForBlock(L.getLoopPreheader())) &&
        Phi.getType()->getIntegerBitWidth() <= 64)
      Counters.insert(&Phi);
  // A phi that depends on another value is no counter. A phi that depends on
  // that phi is then no counter either.
  for (size_t Before = 0; Before != Counters.size();) {
    Before = Counters.size();
    Counters.remove_if([&](PHINode *Phi) {
      SmallPtrSet<Value *, 16> Seen;
      return !isClosed(Phi->getIncomingValueForBlock(Latch), Seen);
    });
  }
}

/// The values of \p Phis in all iterations; nothing where one has none.
std::vector<std::vector<int64_t>> CounterRun::walk(ArrayRef<PHINode *> Phis,
                                                   uint64_t Trip) {
  std::vector<std::vector<int64_t>> Values(Phis.size());
  Current.clear();
  for (PHINode *Phi : Counters)
    Current[Phi] =
        cast<ConstantInt>(Phi->getIncomingValueForBlock(L.getLoopPreheader()));
  for (uint64_t Iteration = 0; Iteration < Trip; ++Iteration) {
    for (auto [Phi, Own] : zip_equal(Phis, Values))
      Own.push_back(cast<ConstantInt>(Current[Phi])->getSExtValue());
    DenseMap<Value *, Constant *> Next;
    for (PHINode *Phi : Counters) {
      Next[Phi] = valueOf(Phi->getIncomingValueForBlock(Latch));
      if (!Next[Phi])
        return {};
    }
    Current = std::move(Next);
  }
  return Values;
}

/// \p Values by the form of Steps; nothing where they have none.
static std::optional<Steps> stepsOf(ArrayRef<int64_t> Values) {
  const size_t Size = Values.size();
  auto Changes = [&](size_t From) {
    size_t At = From;
    while (At < Size && Values[At] == Values[From])
      ++At;
    return At;
  };
  const size_t First = Changes(0);
  if (First == Size)
    return Steps{Values[0], 0, 0, 1, 0};
  const size_t Second = Changes(First);
  Steps S = {Values[0], Values[First] - Values[0], 0,
             std::min(Second - First, First), 0};
  S.Delay = First - S.Run;
  for (size_t Row = 2; S.Delay + Row * S.Run < Size && !S.Rows; ++Row)
    if (Values[S.Delay + Row * S.Run] == S.First)
      S.Rows = Row;
  for (size_t I = 0; I < Size; ++I)
    if (S.at(I) != Values[I])
      return std::nullopt;
  return S;
}

void CounterRun::write(PHINode &Phi, const Steps &S) {
  IRBuilder<> Builder(Header, Header->begin());
  Type *Word = Builder.getInt64Ty();
  PHINode *Counter = Builder.CreatePHI(Word, 2, "counter");
  Builder.SetInsertPoint(Latch->getTerminator());
  Counter->addIncoming(Builder.getInt64(0), L.getLoopPreheader());
  Counter->addIncoming(Builder.CreateNUWAdd(Counter, Builder.getInt64(1)),
                       Latch);
  Builder.SetInsertPoint(Header, Header->getFirstInsertionPt());
  Value *Count = Counter;
  if (S.Delay)
    Count = Builder.CreateSelect(
        Builder.CreateICmpULT(Counter, Builder.getInt64(S.Delay)),
        Builder.getInt64(0),
        Builder.CreateSub(Counter, Builder.getInt64(S.Delay)));
  if (S.Run > 1)
    Count = Builder.CreateUDiv(Count, Builder.getInt64(S.Run));
  if (S.Rows)
    Count = Builder.CreateURem(Count, Builder.getInt64(S.Rows));
  Value *Scaled =
      Builder.CreateMul(Count, ConstantInt::getSigned(Word, S.Step));
  Value *V = Builder.CreateAdd(Scaled, ConstantInt::getSigned(Word, S.First));
  Phi.replaceAllUsesWith(Builder.CreateZExtOrTrunc(V, Phi.getType()));
  RecursivelyDeleteDeadPHINode(&Phi);
}

bool CounterRun::run() {
  const auto *Taken = dyn_cast<SCEVConstant>(SE.getBackedgeTakenCount(&L));
  if (!Latch || !L.getLoopPreheader() || !Taken ||
      Taken->getAPInt().uge(MaxCounted))
    return false;
  const uint64_t Trip = Taken->getAPInt().getZExtValue() + 1;
  findCounters();
  SmallVector<PHINode *> Open;
  for (PHINode *Phi : Counters)
    if (!indexVariable(*Phi, L, SE, 0))
      Open.push_back(Phi);
  if (Open.empty())
    return false;
  bool Changed = false;
  for (auto [Phi, Values] : zip(Open, walk(Open, Trip)))
    if (std::optional<Steps> S = stepsOf(Values)) {
      write(*Phi, *S);
      Changed = true;
    }
  return Changed;
}

bool closeCounters(Loop &L, ScalarEvolution &SE, const DominatorTree &DT) {
  return CounterRun(L, SE, DT).run();
}

} // namespace roofline
