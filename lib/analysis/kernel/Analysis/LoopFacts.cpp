// How often each loop runs.
#include "roofline/Analysis/LoopFacts.h"

#include "LoopGuard.h"
#include "OwnTrips.h"
#include "roofline/Canonical/LoopTests.h"

#include "roofline/Canonical/Canonicalize.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace roofline {

/// The place of \p Condition, or of a part: simplification joins the conditions
/// of several lines into one that has none.
static SourceLocation conditionPlace(const Value *Condition) {
  SourceLocation Loc = sourceLocation(Condition);
  if (const auto *I = dyn_cast<Instruction>(Condition);
      I && !Loc && !isa<CmpInst>(I))
    for (const Value *Operand : I->operands())
      if (isa<CmpInst>(Operand) && !Loc)
        Loc = sourceLocation(Operand);
  return Loc;
}

/// The place of the condition that \p Exiting leaves the loop by.
static SourceLocation exitPlace(const llvm::Loop &L,
                                const BasicBlock *Exiting) {
  const Instruction *Exit = Exiting->getTerminator();
  if (Exit->getNumSuccessors() > 1 && Exit->getNumOperands())
    if (SourceLocation Loc = conditionPlace(Exit->getOperand(0)))
      return Loc;
  if (SourceLocation Loc = sourceLocation(Exit))
    return Loc;
  return sourceLocation(L.getHeader()->getTerminator());
}

/// Value that the exit from \p Exiting waits for, as the end of a sentence.
static std::string awaitedValue(const llvm::Loop &L, const BasicBlock *Exiting,
                                ScalarEvolution &SE, SymbolicForm &Forms) {
  const Instruction *Exit = Exiting->getTerminator();
  if (Exit->getNumSuccessors() < 2 || !Exit->getNumOperands())
    return "";
  Value *Condition = Exit->getOperand(0);
  if (isa<FCmpInst>(Condition))
    return ", a comparison of floating-point numbers";
  auto *Compare = dyn_cast<ICmpInst>(Condition);
  if (!Compare)
    return "";
  SymbolicForm::Scope Inside(Forms, &L);
  for (Value *V : Compare->operands()) {
    if (!V->getType()->isIntegerTy())
      continue;
    SymbolicForm::Result R = Forms.translate(SE.getSCEV(V));
    if (!R.Form)
      return ", on a value that " + R.Reason + Forms.atPlace(R.ReasonLoc);
  }
  return "";
}

bool isPassedByOwnTest(const llvm::Loop &L, ScalarEvolution &SE,
                       SymbolicForm &Forms) {
  const BranchInst *Guard = L.getLoopGuardBranch();
  const BasicBlock *Latch = L.getLoopLatch();
  auto *Asked = Guard ? dyn_cast<ICmpInst>(Guard->getCondition()) : nullptr;
  if (!Asked || !L.isLoopExiting(Latch) || !hasOneTest(Latch))
    return false;
  auto FormOf = [&](Value *V, const llvm::Loop *L) {
    SymbolicForm::Scope Here(Forms, L);
    return Forms.translate(SE.getSCEVAtScope(V, L)).Form;
  };
  const SmallVector<ContinueTest, 2> Tests = continueTests(L, Latch);
  const auto Counter = Tests.size() == 1 ? FormOf(Tests[0].Counter, &L)
                                         : std::nullopt,
             Limit = Counter ? FormOf(Tests[0].Limit, L.getParentLoop())
                             : std::nullopt,
             Left = Limit ? FormOf(Asked->getOperand(0), L.getParentLoop())
                          : std::nullopt,
             Right = Left ? FormOf(Asked->getOperand(1), L.getParentLoop())
                          : std::nullopt;
  if (!Right)
    return false;
  const CmpInst::Predicate Predicate =
      Guard->getSuccessor(0) == L.getLoopPreheader()
          ? Asked->getPredicate()
          : Asked->getInversePredicate();
  const auto Own = slackOf(
      Tests[0].Predicate,
      replace(*Counter, Forms.iterationOf(L), Expr::constant(-1)), *Limit);
  if (!Own)
    return false;
  if (Predicate != CmpInst::ICMP_NE)
    return slackOf(Predicate, *Left, *Right) == Own;
  // 0 < n of what has no sign.
  const Expr Way = *Own + Expr::constant(1);
  return CmpInst::isStrictPredicate(Tests[0].Predicate) &&
         (*Left - *Right == Way || *Right - *Left == Way);
}

/// The first part of \p E of one of \p Kinds.
static const Expr *findPart(const Expr &E, ArrayRef<Expr::Kind> Kinds) {
  if (is_contained(Kinds, E.K))
    return &E;
  for (const Expr &Operand : E.Operands)
    if (const Expr *Found = findPart(Operand, Kinds))
      return Found;
  return nullptr;
}

/// \p Trips of a loop behind \p Guard, without what holds them at 1 in \p Part:
/// of max(n, 2) - 1 the 2, which gives 1 alone, so that n is the limit.
static std::optional<Expr> withoutLeastOne(const Expr &Trips, const Expr &Part,
                                           const LoopGuard &Guard) {
  if (Part.K == Expr::Kind::Max && Part.Operands.size() == 2)
    for (unsigned I : {0, 1}) {
      const Expr &Held = Part.Operands[I], &Limit = Part.Operands[1 - I];
      if (replace(Trips, Part, Held).isConstant(1) &&
          Guard.keepsPositive(Limit - Held))
        return replace(Trips, Part, Limit);
    }
  for (const Expr &Operand : Part.Operands)
    if (auto Found = withoutLeastOne(Trips, Operand, Guard))
      return Found;
  return std::nullopt;
}

/// \p E + 1; a quotient \p ByStep of the counter one more inside, so that it
/// also holds for no iteration at all: (n - 1) / 4 + 1 is 1 for n = 0,
/// (n + 3) / 4 is 0. A quotient of the source's is truncated as it stands.
static Expr oneMore(const Expr &E, bool ByStep) {
  if (E.K == Expr::Kind::Div && ByStep)
    return div(E.Operands[0] + E.Operands[1], E.Operands[1]);
  return E + Expr::constant(1);
}

/// True for the factors by which scalar evolution divides without a rest: of
/// `i != n; i += 3` it has n times what 3 is multiplied with to be 1.
static bool isInverse(const APInt &Factor) {
  constexpr unsigned LargestStep = 12; // bits
  return Factor.getBitWidth() >= 32 &&
         Factor.getSignificantBits() > Factor.getBitWidth() - LargestStep;
}

static bool hasInverse(const SCEV *Count) {
  return SCEVExprContains(Count, [](const SCEV *Part) {
    const auto *Product = dyn_cast<SCEVMulExpr>(Part);
    const auto *Factor =
        Product ? dyn_cast<SCEVConstant>(Product->getOperand(0)) : nullptr;
    return Factor && isInverse(Factor->getAPInt());
  });
}

/// The step that \p Count divides by so, if it does nothing else; \p Count
/// times it is what is divided.
static std::optional<int64_t> stepOfInverse(const SCEV *Count,
                                            ScalarEvolution &SE) {
  const APInt *Inverse = nullptr;
  SmallVector<const SCEV *, 4> Parts{Count};
  if (const auto *Sum = dyn_cast<SCEVAddExpr>(Count))
    Parts.assign(Sum->operands().begin(), Sum->operands().end());
  for (const SCEV *Part : Parts)
    if (const auto *Product = dyn_cast<SCEVMulExpr>(Part))
      if (const auto *Factor = dyn_cast<SCEVConstant>(Product->getOperand(0));
          Factor && Factor->getAPInt()[0] && isInverse(Factor->getAPInt()))
        Inverse = &Factor->getAPInt();
  if (!Inverse)
    return std::nullopt;
  const APInt Step = Inverse->multiplicativeInverse().abs();
  if (isInverse(Step) || hasInverse(SE.getMulExpr(SE.getConstant(Step), Count)))
    return std::nullopt;
  return Step.getSExtValue();
}

namespace {
/// The least of what the comparisons at all exits of a loop count. Until its
/// counter is what an equality asks for it may have to wrap: that is no
/// negative number then.
class LeastCount {
public:
  /// \p NeedsAll: of exits that do not count there is no least one.
  LeastCount(const llvm::Loop &L, bool NeedsAll, ScalarEvolution &SE,
             SymbolicForm &Forms)
      : L(L), NeedsAll(NeedsAll), SE(SE), Forms(Forms), Guard(L, SE, Forms) {}

  /// The exit from \p Exiting; false where there is none.
  bool add(const BasicBlock *Exiting) {
    const auto *Branch = dyn_cast<BranchInst>(Exiting->getTerminator());
    if (!Branch || !Branch->isConditional())
      return !NeedsAll;
    return add(Branch->getCondition(), L.contains(Branch->getSuccessor(0)));
  }
  SymbolicForm::Result Least;
  bool MayWrap = false;

private:
  bool add(Value *Condition, bool GoesOnIf) {
    Value *One, *Other;
    if (GoesOnIf ? match(Condition, m_LogicalAnd(m_Value(One), m_Value(Other)))
                 : match(Condition, m_LogicalOr(m_Value(One), m_Value(Other))))
      return add(One, GoesOnIf) && add(Other, GoesOnIf);
    auto *Compare = dyn_cast<ICmpInst>(Condition);
    const SCEV *Own =
        Compare ? SE.computeExitLimitFromCond(&L, Compare, !GoesOnIf,
                                              /*ControlsOnlyExit=*/false)
                      .ExactNotTaken
                : SE.getCouldNotCompute();
    if (isa<SCEVCouldNotCompute>(Own))
      return !NeedsAll;
    SymbolicForm::Result Part = Forms.translate(Own);
    if (!Part.Form)
      return !NeedsAll;
    const bool IsOwn = any_of(Compare->operand_values(), [&](Value *V) {
      return L.isLoopInvariant(V) && isAskedBefore(L, V);
    });
    if (Compare->isEquality() && !Guard.keepsPositive(*Part.Form) &&
        hasNegative(*Part.Form)) {
      constexpr unsigned LongestMask = 62;
      const unsigned Bits =
          std::min(Own->getType()->getIntegerBitWidth(), LongestMask);
      // A loop that may start at its end has no iterations then.
      const Expr Before = Expr::constant(IsOwn);
      Part.Form = lowBits(*Part.Form + Before, Bits) - Before;
      MayWrap = true;
    }
    Least.Form = Least.Form ? min(*Least.Form, *Part.Form) : *Part.Form;
    Least.AssumesNoWrap |= Part.AssumesNoWrap;
    Least.Clamped |= Part.Clamped;
    return true;
  }

  const llvm::Loop &L;
  const bool NeedsAll;
  ScalarEvolution &SE;
  SymbolicForm &Forms;
  const LoopGuard Guard;
};
} // namespace

/// The form of \p Count, by which several tests end the loop at \p Exiting.
static SymbolicForm::Result leastExitCount(const llvm::Loop &L,
                                           ArrayRef<BasicBlock *> Exiting,
                                           const SCEV *Count, bool IsExact,
                                           ScalarEvolution &SE,
                                           SymbolicForm &Forms) {
  LeastCount Tests(L, IsExact, SE, Forms);
  const bool Counts =
      all_of(Exiting, [&](const BasicBlock *B) { return Tests.add(B); });
  return Counts && Tests.MayWrap ? std::move(Tests.Least)
                                 : Forms.translate(Count);
}

/// True where \p Count has a sum that wraps at a few bits.
static bool hasNarrowSum(const SCEV *Count) {
  return SCEVExprContains(Count, [](const SCEV *Part) {
    const auto *Cast = dyn_cast<SCEVZeroExtendExpr>(Part);
    return Cast && isa<SCEVAddExpr>(Cast->getOperand()) &&
           Cast->getOperand()->getType()->getIntegerBitWidth() <
               SymbolicForm::LeastUnwrapped;
  });
}

namespace {
/// From how often a loop goes back, as scalar evolution counts it, to its trip
/// count.
class TripCounter {
public:
  TripCounter(const llvm::Loop &L, ScalarEvolution &SE, SymbolicForm &Forms)
      : L(L), SE(SE), Forms(Forms),
        IsGuarded(getBooleanLoopAttribute(&L, TestsFirst)) {
    L.getExitingBlocks(Exiting);
  }
  TripCount run();

private:
  bool allExitsCount();
  const SCEV *withoutInverse(const SCEV *Count);
  const SCEV *widened(const SCEV *Count);
  SymbolicForm::Result formOf(const SCEV *Count);
  Expr tripsOf(const SCEV *Count, const Expr &Form) const;
  void applyGuard();
  void addGuard(const LoopGuard &Guard);
  bool takeOwn();
  bool saysNothing() const;
  TripCount unknown(const std::string &Reason) {
    Trip.Reason = Reason;
    return Trip;
  }

  const llvm::Loop &L;
  ScalarEvolution &SE;
  SymbolicForm &Forms;
  const bool IsGuarded; ///< a test before the loop is its own first one
  SmallVector<BasicBlock *, 4> Exiting;
  TripCount Trip;           ///< as far as it is known
  bool IsExact = false;     ///< else a bound
  bool CountsTests = false; ///< going back is as often as the body runs
  bool IsNarrow = false;    ///< the count has few bits, and the first iteration
  bool MayWrap = false;     ///< the count is, or has, a sum of few bits
  std::optional<int64_t> Step; ///< the count is still to be divided by it
};
} // namespace

/// False, with the reason, where an exit depends on data.
bool TripCounter::allExitsCount() {
  for (const BasicBlock *B : Exiting)
    if (isa<SCEVCouldNotCompute>(SE.getExitCount(&L, B))) {
      Trip.ReasonLoc = exitPlace(L, B);
      Trip.Reason = "data-dependent exit" + Forms.atPlace(Trip.ReasonLoc) +
                    awaitedValue(L, B, SE, Forms);
      return false;
    }
  return true;
}

/// \p Count before scalar evolution divided it by a step without a rest. Steps
/// that pass the end go on until the counter wraps.
const SCEV *TripCounter::withoutInverse(const SCEV *Count) {
  Step = IsExact ? stepOfInverse(Count, SE) : std::nullopt;
  return Step ? SE.getMulExpr(SE.getConstant(Count->getType(), *Step), Count)
              : Count;
}

/// A count of 8 bits is unsigned: 199 is not negative. A sum of 8 bits wraps:
/// one more than -1 is 0. A loop that is tested before it may have 0
/// iterations.
const SCEV *TripCounter::widened(const SCEV *Count) {
  const unsigned Bits = Count->getType()->getIntegerBitWidth();
  const bool IsConstant = isa<SCEVConstant>(Count);
  IsNarrow = Bits < SymbolicForm::LeastUnwrapped && !IsConstant;
  MayWrap = IsNarrow || hasNarrowSum(Count);
  if (IsNarrow && !CountsTests)
    Count = SE.getAddExpr(Count, SE.getOne(Count->getType()));
  if (Bits < 64 && (IsNarrow || IsConstant))
    Count = SE.getNoopOrZeroExtend(
        Count, Type::getInt64Ty(L.getHeader()->getContext()));
  return Count;
}

SymbolicForm::Result TripCounter::formOf(const SCEV *Count) {
  const bool HasTests = Exiting.size() > 1 || !hasOneTest(Exiting[0]);
  SymbolicForm::Result R =
      HasTests && !Step && !IsNarrow
          ? leastExitCount(L, Exiting, Count, IsExact, SE, Forms)
          : Forms.translate(Count);
  if (R.Form && R.Clamped) {
    R.Form.reset();
    R.Reason = "is chosen by a condition";
  }
  return R;
}

/// The trip count of the loop whose \p Count has the form \p Form.
Expr TripCounter::tripsOf(const SCEV *Count, const Expr &Form) const {
  const Expr Whole = Step ? div(Form, Expr::constant(*Step)) : Form;
  const bool IsByStep = Step || SCEVExprContains(Count, [](const SCEV *Part) {
                          return isa<SCEVUDivExpr>(Part);
                        });
  return CountsTests || IsNarrow ? Whole : oneMore(Whole, IsByStep);
}

/// Brings in what a test before the loop says, which scalar evolution takes for
/// granted: one iteration at most is one after it. Where a form alone does not
/// say that none runs, the test is a factor of it.
void TripCounter::applyGuard() {
  const LoopGuard Guard(L, SE, Forms);
  const bool IsPassedBy = IsGuarded && !CountsTests && Guard.exists();
  const bool IsOnce = Trip.Count.isConstant(1) && IsGuarded;
  if (IsOnce || MayWrap ||
      findPart(Trip.Count, {Expr::Kind::Min, Expr::Kind::Max})) {
    if (std::optional<Expr> Guarded = guardedTrips(L, SE, Forms);
        Guarded && (!IsPassedBy || Guard.keepsBelowOne(*Guarded))) {
      Trip.Count = *Guarded;
      return;
    }
    const BasicBlock *Exit = L.getExitingBlock();
    if (IsPassedBy && Exit && L.isLoopLatch(Exit) && hasOneTest(Exit))
      if (auto Count = withoutLeastOne(Trip.Count, Trip.Count, Guard);
          Count && Guard.keepsBelowOne(*Count)) {
        Trip.Count = *Count;
        return;
      }
  }
  if (IsPassedBy)
    addGuard(Guard);
}

void TripCounter::addGuard(const LoopGuard &Guard) {
  if (!Guard.exists() || Guard.keepsBelowOne(Trip.Count))
    return;
  if (std::optional<Expr> Passed = Guard.form())
    Trip.Count = *Passed * Trip.Count;
  else
    IsExact = false;
}

/// The count by the loop's own test, if there is one.
bool TripCounter::takeOwn() {
  const std::optional<TripCount> Own = ownTripCount(L, SE, Forms);
  if (!Own)
    return false;
  Trip = *Own;
  IsExact = Trip.K == TripCount::Kind::Exact;
  if (IsExact && IsGuarded && !testsBeforeBody(L))
    addGuard(LoopGuard(L, SE, Forms));
  if (!IsExact)
    Trip.K = TripCount::Kind::AtMost;
  return true;
}

/// True for the bound of a 32- or 64-bit counter's own width.
bool TripCounter::saysNothing() const {
  constexpr int64_t Meaningless = int64_t(1) << 31;
  return Trip.Count.isConstant() &&
         (Trip.Count.Value >= Meaningless - 1 || Trip.Count.Value <= 0);
}

TripCount TripCounter::run() {
  if (Exiting.empty()) {
    Trip.ReasonLoc = sourceLocation(L.getHeader()->getTerminator());
    return unknown(TripCount::Endless);
  }
  IsExact = allExitsCount();
  const SCEV *Count = IsExact ? SE.getBackedgeTakenCount(&L)
                              : SE.getSymbolicMaxBackedgeTakenCount(&L);
  // Scalar evolution has only the bound of its width for a counter that may
  // wrap.
  if (!IsExact && isa<SCEVCouldNotCompute, SCEVConstant>(Count) && takeOwn())
    return Trip;
  if (isa<SCEVCouldNotCompute>(Count)) // each exit may count, and not all
    return IsExact ? unknown("no closed form of several exits") : Trip;
  CountsTests = IsExact && testsBeforeBody(L);
  Count = withoutInverse(Count);
  if (hasInverse(Count))
    return unknown("an end that steps may pass");
  Count = widened(Count);
  const SymbolicForm::Result R = formOf(Count);
  if (!R.Form && IsExact && takeOwn())
    return Trip;
  if (!R.Form) {
    Trip.ReasonLoc = R.ReasonLoc;
    return unknown("trip count " + R.Reason + Forms.atPlace(R.ReasonLoc));
  }
  Trip.Count = tripsOf(Count, *R.Form);
  if (IsExact)
    applyGuard();
  else if (!IsGuarded && !saysNothing() &&
           hasNegative(Trip.Count)) // the body comes first
    Trip.Count = max(Trip.Count, Expr::constant(1));
  if (IsExact || !saysNothing())
    Trip.K = IsExact ? TripCount::Kind::Exact : TripCount::Kind::AtMost;
  return Trip;
}

TripCount tripCount(const llvm::Loop &L, ScalarEvolution &SE,
                    SymbolicForm &Forms) {
  SymbolicForm::Scope Before(Forms, L.getParentLoop());
  return TripCounter(L, SE, Forms).run();
}

bool countsAfterTest(const llvm::Loop &L) {
  const BasicBlock *Latch = L.getLoopLatch();
  return testsBeforeBody(L) || (Latch && L.isLoopExiting(Latch) &&
                                getBooleanLoopAttribute(&L, TestsFirst));
}

} // namespace roofline
