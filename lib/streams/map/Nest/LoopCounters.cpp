// Rewrites running pointers and indices in terms of loop counters.
#include "LoopCounters.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/IR/ValueHandle.h"
#include "llvm/Transforms/Utils/Local.h"

#include <cassert>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace roofline {

namespace {

/// Base + Offset + the sum of Step * the iterations of Loop.
struct Running {
  struct Part {
    const Loop *L;
    APInt Step;
  };
  Value *Base = nullptr; ///< of a pointer [byte]
  APInt Offset;
  SmallVector<Part, 3> Parts;
};

class Counters {
public:
  /// The number of iterations of \p L before this one, i64.
  Value *of(const Loop &L) {
    PHINode *&Phi = Known[&L];
    if (Phi)
      return Phi;
    BasicBlock *Header = L.getHeader(), *Latch = L.getLoopLatch();
    IRBuilder<> Builder(Header, Header->begin());
    Phi = Builder.CreatePHI(Builder.getInt64Ty(), 2, "counter");
    for (BasicBlock *Before : predecessors(Header)) {
      Builder.SetInsertPoint(Latch->getTerminator());
      Phi->addIncoming(Before == Latch
                           ? Builder.CreateAdd(Phi, Builder.getInt64(1))
                           : Builder.getInt64(0),
                       Before);
    }
    return Phi;
  }

private:
  SmallDenseMap<const Loop *, PHINode *, 4> Known;
};

} // namespace

static std::optional<Running> runningForm(const SCEV *S) {
  Running Form;
  while (const auto *Along = dyn_cast<SCEVAddRecExpr>(S)) {
    const auto *Step = Along->isAffine()
                           ? dyn_cast<SCEVConstant>(Along->getOperand(1))
                           : nullptr;
    if (!Step)
      return std::nullopt;
    Form.Parts.push_back({Along->getLoop(), Step->getAPInt()});
    S = Along->getStart();
  }
  Form.Offset =
      APInt(Form.Parts.empty() ? 64 : Form.Parts.front().Step.getBitWidth(), 0);
  if (const auto *Sum = dyn_cast<SCEVAddExpr>(S);
      Sum && Sum->getNumOperands() == 2)
    if (const auto *Constant = dyn_cast<SCEVConstant>(Sum->getOperand(0))) {
      Form.Offset = Constant->getAPInt();
      S = Sum->getOperand(1);
    }
  if (const auto *Constant = dyn_cast<SCEVConstant>(S))
    Form.Offset = Constant->getAPInt();
  else if (const auto *Base = dyn_cast<SCEVUnknown>(S);
           Base && isa<Argument>(Base->getValue()) &&
           Base->getType()->isPointerTy())
    Form.Base = Base->getValue();
  else
    return std::nullopt;
  return Form;
}

static Value *write(const Running &Form, Counters &Counts, PHINode &Phi) {
  IRBuilder<> Builder(Phi.getParent(), Phi.getParent()->getFirstInsertionPt());
  Builder.SetCurrentDebugLocation(Phi.getDebugLoc());
  Type *Number = Builder.getIntNTy(Form.Offset.getBitWidth());
  Value *Sum = ConstantInt::get(Number, Form.Offset);
  for (const Running::Part &P : Form.Parts)
    Sum = Builder.CreateAdd(
        Sum,
        Builder.CreateMul(Builder.CreateZExtOrTrunc(Counts.of(*P.L), Number),
                          ConstantInt::get(Number, P.Step)));
  return Form.Base ? Builder.CreateGEP(Builder.getInt8Ty(), Form.Base, Sum)
                   : Sum;
}

/// True where \p L asks for a value of \p Phi, and not only steps on: a sum of
/// equal numbers does that alone.
static bool isInUse(const PHINode &Phi, const Loop &L) {
  SmallVector<const Value *, 8> Work = {&Phi};
  SmallPtrSet<const Value *, 8> Seen;
  while (!Work.empty())
    for (const User *User : Work.pop_back_val()->users()) {
      const auto *I = cast<Instruction>(User);
      if (!L.contains(I) || !Seen.insert(I).second)
        continue;
      const bool Steps = isa<PHINode>(I) ||
                         (I->getOpcode() == Instruction::Add &&
                          isa<ConstantInt>(I->getOperand(1))) ||
                         (isa<GetElementPtrInst>(I) &&
                          cast<GetElementPtrInst>(I)->hasAllConstantIndices());
      if (!Steps)
        return true;
      Work.push_back(I);
    }
  return false;
}

/// Replaces the value that an inner loop of a constant number of iterations
/// leaves to the next iteration of the loop around by its first value plus a
/// constant. Scalar evolution finds this sum at the end of the inner loop, but
/// does not say it of the value there.
static void advanceByRows(LoopInfo &LI, ScalarEvolution &SE) {
  const auto Loops = LI.getLoopsInPreorder();
  for (Loop *L : reverse(Loops)) {
    Loop *Around = L->getParentLoop();
    BasicBlock *Exit = L->getExitBlock();
    if (!Around || !Exit)
      continue;
    for (PHINode &Last : make_early_inc_range(Exit->phis())) {
      if (!SE.isSCEVable(Last.getType()) || Last.getNumIncomingValues() != 1)
        continue;
      const auto *After = dyn_cast<SCEVAddExpr>(
          SE.getSCEVAtScope(Last.getIncomingValue(0), Around));
      const auto *Row = After && After->getNumOperands() == 2
                            ? dyn_cast<SCEVConstant>(After->getOperand(0))
                            : nullptr;
      const auto *First =
          Row ? dyn_cast<SCEVUnknown>(After->getOperand(1)) : nullptr;
      auto *Begin = First ? dyn_cast<PHINode>(First->getValue()) : nullptr;
      if (!Begin || Begin->getParent() != Around->getHeader() ||
          !isInUse(*Begin, *L))
        continue;
      IRBuilder<> Builder(Exit, Exit->getFirstInsertionPt());
      Builder.SetCurrentDebugLocation(Last.getDebugLoc());
      Value *Step = ConstantInt::get(Builder.getContext(), Row->getAPInt());
      Last.replaceAllUsesWith(
          Begin->getType()->isPointerTy()
              ? Builder.CreateGEP(Builder.getInt8Ty(), Begin, Step)
              : Builder.CreateAdd(Begin, Step));
      SE.forgetLoop(Around);
    }
  }
}

namespace {
/// The column x of `if (++x == w) { x = 0; y++; }`.
struct RowWalk {
  const Value *Wraps; ///< true at the last one of a row
  uint64_t Width;     ///< [iteration] of a row
};
} // namespace

/// The first x from 0 at which \p Compare, of x or of x + 1, holds.
static std::optional<uint64_t> firstHolding(const ICmpInst &Compare,
                                            CmpInst::Predicate Is,
                                            const Value *X, const Value *Next) {
  const APInt *Bound;
  if (!match(Compare.getOperand(1), m_APInt(Bound)) ||
      Bound->getActiveBits() > 47 ||
      (Compare.getOperand(0) != X && Compare.getOperand(0) != Next))
    return std::nullopt;
  uint64_t At = Bound->getZExtValue();
  if (Is == CmpInst::ICMP_UGT || Is == CmpInst::ICMP_SGT)
    ++At;
  else if (Is != CmpInst::ICMP_EQ && Is != CmpInst::ICMP_UGE &&
           Is != CmpInst::ICMP_SGE)
    return std::nullopt;
  const bool OfNext = Compare.getOperand(0) == Next;
  return At < OfNext ? std::nullopt : std::optional(At - OfNext);
}

/// The value of \p Phi before the loop, if it is a number.
static const ConstantInt *startOf(const PHINode &Phi, const Loop &L) {
  return Phi.getType()->isIntegerTy() && Phi.getNumIncomingValues() == 2
             ? dyn_cast<ConstantInt>(
                   Phi.getIncomingValueForBlock(L.getLoopPredecessor()))
             : nullptr;
}

/// [iteration] of a row of `x = (x + 1) % w`; nothing where \p Next is not
/// that.
static std::optional<uint64_t> ringSize(const Value *Next, const PHINode &X) {
  const APInt *Size;
  auto IsNext = m_Add(m_Specific(&X), m_One());
  if (match(Next, m_And(IsNext, m_APInt(Size))) && Size->isMask() &&
      Size->getActiveBits() < 48)
    return Size->getZExtValue() + 1;
  if ((match(Next, m_URem(IsNext, m_APInt(Size))) ||
       match(Next, m_SRem(IsNext, m_APInt(Size)))) &&
      Size->isStrictlyPositive() && Size->getActiveBits() < 48)
    return Size->getZExtValue();
  return std::nullopt;
}

static std::optional<RowWalk> rowWalk(PHINode &X, const Loop &L) {
  const ConstantInt *Start = startOf(X, L);
  Value *If, *Then, *Else;
  if (!Start || !Start->isZero())
    return std::nullopt;
  if (auto Size = ringSize(X.getIncomingValueForBlock(L.getLoopLatch()), X))
    return RowWalk{nullptr, *Size};
  if (!match(X.getIncomingValueForBlock(L.getLoopLatch()),
             m_Select(m_Value(If), m_Value(Then), m_Value(Else))))
    return std::nullopt;
  const auto *Compare = dyn_cast<ICmpInst>(If);
  const bool Inverted = match(Else, m_ZeroInt());
  Value *Next = Inverted ? Then : Else;
  if (!Compare || !match(Inverted ? Else : Then, m_ZeroInt()) ||
      !match(Next, m_Add(m_Specific(&X), m_One())))
    return std::nullopt;
  std::optional<uint64_t> Last = firstHolding(
      *Compare,
      Inverted ? Compare->getInversePredicate() : Compare->getPredicate(), &X,
      Next);
  if (!Last)
    return std::nullopt;
  return RowWalk{Inverted ? nullptr : If, *Last + 1};
}

/// True where \p Y counts the rows of \p Walk.
static bool countsRows(const PHINode &Y, const RowWalk &Walk, const Loop &L) {
  if (!startOf(Y, L) || !Walk.Wraps)
    return false;
  const Value *Next = Y.getIncomingValueForBlock(L.getLoopLatch());
  return match(Next, m_c_Add(m_Specific(&Y), m_ZExt(m_Specific(Walk.Wraps)))) ||
         match(Next, m_Select(m_Specific(Walk.Wraps),
                              m_Add(m_Specific(&Y), m_One()), m_Specific(&Y)));
}

/// A loop over all elements that counts columns and rows itself.
static void countRows(LoopInfo &LI, Counters &Counts) {
  for (Loop *L : LI.getLoopsInPreorder()) {
    if (!L->getLoopLatch() || !L->getLoopPredecessor())
      continue;
    // Counters, each with the number of iterations of a row.
    std::vector<std::pair<PHINode *, uint64_t>> Columns, Rows;
    for (PHINode &X : L->getHeader()->phis())
      if (std::optional<RowWalk> Walk = rowWalk(X, *L)) {
        Columns.push_back({&X, Walk->Width});
        for (PHINode &Y : L->getHeader()->phis())
          if (countsRows(Y, *Walk, *L))
            Rows.push_back({&Y, Walk->Width});
      }
    auto Replace = [&](PHINode &Phi, auto Operator, const APInt &Start,
                       uint64_t Width) {
      Value *Counter = Counts.of(*L);
      IRBuilder<> Builder(Phi.getParent(),
                          Phi.getParent()->getFirstInsertionPt());
      Builder.SetCurrentDebugLocation(Phi.getDebugLoc());
      Value *New = Builder.CreateZExtOrTrunc(
          Builder.CreateBinOp(Operator, Counter, Builder.getInt64(Width)),
          Phi.getType());
      if (!Start.isZero())
        New = Builder.CreateAdd(New, ConstantInt::get(Phi.getType(), Start));
      Phi.replaceAllUsesWith(New);
    };
    for (auto [Phi, Width] : Rows)
      Replace(*Phi, Instruction::UDiv, startOf(*Phi, *L)->getValue(), Width);
    for (auto [Phi, Width] : Columns)
      Replace(*Phi, Instruction::URem, APInt(64, 0), Width);
    for (const auto &List : {Rows, Columns})
      for (auto [Phi, Width] : List)
        RecursivelyDeleteDeadPHINode(Phi);
  }
}

std::optional<IndexVariable> indexVariable(PHINode &Phi, const Loop &L,
                                           ScalarEvolution &SE,
                                           unsigned Dimension) {
  assert(Dimension < 3 && "a nest has at most three dimensions");
  const auto *Rec = Phi.getType()->isIntegerTy()
                        ? dyn_cast<SCEVAddRecExpr>(SE.getSCEV(&Phi))
                        : nullptr;
  const auto *Start = Rec && Rec->isAffine() && Rec->getLoop() == &L
                          ? dyn_cast<SCEVConstant>(Rec->getStart())
                          : nullptr;
  const auto *Step =
      Start ? dyn_cast<SCEVConstant>(Rec->getStepRecurrence(SE)) : nullptr;
  return Step ? std::optional(IndexVariable{Dimension,
                                            Start->getAPInt().getSExtValue(),
                                            Step->getAPInt().getSExtValue()})
              : std::nullopt;
}

void indexByCounters(LoopInfo &LI, ScalarEvolution &SE) {
  Counters Counts;
  countRows(LI, Counts);
  SE.forgetAllLoops();
  advanceByRows(LI, SE);
  SmallVector<std::pair<PHINode *, Running>> Found;
  for (Loop *L : LI.getLoopsInPreorder()) {
    if (!L->getLoopLatch())
      continue;
    for (PHINode &Phi : L->getHeader()->phis()) {
      if (!SE.isSCEVable(Phi.getType()))
        continue;
      std::optional<Running> Form = runningForm(SE.getSCEV(&Phi));
      // An index of one loop is as good as its counter.
      if (Form &&
          (Form->Parts.size() > 1 || (Form->Base && !Form->Parts.empty())))
        Found.push_back({&Phi, std::move(*Form)});
    }
  }
  SmallVector<WeakTrackingVH> Replaced;
  for (auto &[Phi, Form] : Found) {
    Phi->replaceAllUsesWith(write(Form, Counts, *Phi));
    Replaced.push_back(Phi);
  }
  for (WeakTrackingVH &Phi : Replaced)
    RecursivelyDeleteTriviallyDeadInstructions(
        dyn_cast_or_null<Instruction>(Phi));
}

} // namespace roofline
