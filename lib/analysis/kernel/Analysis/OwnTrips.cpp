// Trip counts from a loop's own test, beyond scalar evolution.
#include "OwnTrips.h"

#include "LoopGuard.h"
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

/// The form of \p S, if it is that always, and not only between borders.
static std::optional<Expr> exactForm(const SCEV *S, SymbolicForm &Forms) {
  SymbolicForm::Result R = Forms.translate(S);
  return R.Clamped ? std::nullopt : R.Form;
}

/// Takes what both point to from \p From and \p To, so that bytes from there
/// are left; false for pointers to two objects.
static bool removeCommonBase(const SCEV *&From, const SCEV *&To,
                             ScalarEvolution &SE) {
  if (!From->getType()->isPointerTy())
    return true;
  if (!To->getType()->isPointerTy() ||
      SE.getPointerBase(From) != SE.getPointerBase(To))
    return false;
  From = SE.removePointerBase(From);
  To = SE.removePointerBase(To);
  return true;
}

static const Value *stripCasts(const Value *V) {
  while (isa<ZExtInst, SExtInst, TruncInst>(V))
    V = cast<Instruction>(V)->getOperand(0);
  return V;
}

/// True where \p L is passed by where \p T, of its latch, would end it first.
static bool isGuardedBy(const llvm::Loop &L, const ContinueTest &T) {
  if (!getBooleanLoopAttribute(&L, TestsFirst) || hasOneTest(L.getLoopLatch()))
    return getBooleanLoopAttribute(&L, TestsFirst);
  return isAskedBefore(L, T.Limit);
}

/// True for numbers of so few bits that they may wrap: 7 - 8 is no 255.
static bool isNarrow(const SCEV *S) {
  return S->getType()->getIntegerBitWidth() < SymbolicForm::LeastUnwrapped;
}

/// \p S of 64 bits. Without a sign 200 of 8 bits is no -56.
static const SCEV *asNumber(const SCEV *S, bool HasNoSign,
                            ScalarEvolution &SE) {
  Type *Wide = SE.getWiderType(S->getType(), Type::getInt64Ty(SE.getContext()));
  return HasNoSign ? SE.getNoopOrZeroExtend(S, Wide)
                   : SE.getNoopOrSignExtend(S, Wide);
}

namespace {

/// A test that goes on while a counter is on one side of a limit: numbers of
/// one width, or bytes from one pointer.
struct CountedTest {
  CmpInst::Predicate Predicate;
  const SCEV *First; ///< see ComparesOwn
  const SCEV *Step, *Limit;
  /// Compares the counter of its own iteration, whose first value is First.
  /// Otherwise a test after the body compares the next one, First + Step.
  bool ComparesOwn = false;
  bool IsNarrow =
      false; ///< of so few bits that it was widened, and has a sign now
  /// The casts around the counter are one that adds zeros, or none.
  bool HasPlainCounter = false;

  bool goesUp() const {
    return ICmpInst::isLT(Predicate) || ICmpInst::isLE(Predicate);
  }
  bool goesDown() const {
    return ICmpInst::isGT(Predicate) || ICmpInst::isGE(Predicate);
  }
};

} // namespace

/// \p T of a counter that steps by an amount, before or after the body: the one
/// place that decides on signs and widths.
static std::optional<CountedTest> countedTest(const llvm::Loop &L,
                                              const ContinueTest &T,
                                              bool BeforeBody,
                                              ScalarEvolution &SE) {
  const SCEV *Counter = SE.getSCEV(T.Counter);
  const bool AddsZeros = isa<SCEVZeroExtendExpr>(Counter),
             AddsSigns = isa<SCEVSignExtendExpr>(Counter);
  unsigned NumCasts = 0;
  for (; isa<SCEVCastExpr>(Counter); ++NumCasts)
    Counter = cast<SCEVCastExpr>(Counter)->getOperand();
  const auto *Rec = dyn_cast<SCEVAddRecExpr>(Counter);
  if (!Rec || Rec->getLoop() != &L || !Rec->isAffine())
    return std::nullopt;
  CountedTest C = {T.Predicate, Rec->getStart(), Rec->getOperand(1),
                   SE.getSCEV(T.Limit)};
  if (!removeCommonBase(C.First, C.Limit, SE) ||
      SE.getTypeSizeInBits(C.Limit->getType()) > 64)
    return std::nullopt;
  C.ComparesOwn = isa<PHINode>(stripCasts(T.Counter));
  C.HasPlainCounter = NumCasts == 0 || (NumCasts == 1 && AddsZeros);
  if (!BeforeBody && !C.ComparesOwn)
    C.First = SE.getMinusSCEV(C.First, C.Step);
  C.IsNarrow = isNarrow(C.First);
  if (C.IsNarrow || AddsZeros) {
    const bool HasNoSign = CmpInst::isUnsigned(T.Predicate);
    C.First = asNumber(C.First, AddsZeros || (!AddsSigns && HasNoSign), SE);
    C.Limit = asNumber(C.Limit, HasNoSign, SE);
    if (C.IsNarrow)
      C.Step = asNumber(C.Step, false, SE);
  }
  return C;
}

/// Iterations from \p First to the limit of \p C, by \p Size each.
static Expr tripsOf(const CountedTest &C, const Expr &First, const Expr &Limit,
                    const Expr &Size) {
  const Expr One = Expr::constant(1);
  Expr Way = C.goesUp() ? Limit - First : First - Limit;
  if (CmpInst::isNonStrictPredicate(C.Predicate))
    Way = Way + One;
  return div(Way + Size - One, Size);
}

/// Trip count of a loop whose counter steps by an NDRange size or an argument:
/// scalar evolution does not know that it goes towards the limit, without which
/// the loop would not end.
static std::optional<Expr> stridedTrips(const llvm::Loop &L,
                                        const ContinueTest &T, bool BeforeBody,
                                        ScalarEvolution &SE,
                                        SymbolicForm &Forms) {
  const auto C = countedTest(L, T, BeforeBody, SE);
  if (!C || !(C->goesUp() || (C->goesDown() && CmpInst::isSigned(T.Predicate))))
    return std::nullopt;
  auto First = exactForm(C->First, Forms);
  const auto Limit = exactForm(C->Limit, Forms);
  auto Step = exactForm(C->Step, Forms);
  if (!First || !Step || !Limit)
    return std::nullopt;
  if (!BeforeBody && C->ComparesOwn)
    First = *First - *Step;
  if (C->goesDown())
    Step = Expr::constant(0) - *Step;
  if (Step->isConstant() && Step->Value <= 0)
    return std::nullopt;
  Expr Trips = tripsOf(*C, *First, *Limit, *Step);
  return BeforeBody || isGuardedBy(L, T) ? Trips
                                         : max(Trips, Expr::constant(1));
}

std::optional<Expr> guardedTrips(const llvm::Loop &L, ScalarEvolution &SE,
                                 SymbolicForm &Forms) {
  const BasicBlock *Exiting = L.getExitingBlock();
  if (!Exiting || !L.isLoopLatch(Exiting) || !hasOneTest(Exiting))
    return std::nullopt;
  const SmallVector<ContinueTest, 2> Tests = continueTests(L, Exiting);
  const auto C = Tests.empty()
                     ? std::nullopt
                     : countedTest(L, Tests.front(), /*BeforeBody=*/false, SE);
  const auto *Step =
      C && C->HasPlainCounter ? dyn_cast<SCEVConstant>(C->Step) : nullptr;
  if (!Step || Step->getAPInt().getSignificantBits() > 32)
    return std::nullopt;
  const int64_t By = Step->getAPInt().getSExtValue();
  if (!(C->goesUp() && By > 0) && !(C->goesDown() && By < 0))
    return std::nullopt;
  // `i > 3` of this iteration's counter is `i > 0` of the next one's.
  const SCEV *First = C->First, *Limit = C->Limit;
  if (C->ComparesOwn)
    Limit = SE.getAddExpr(Limit, SE.getConstant(Limit->getType(), By, true));
  const bool IsSigned =
      C->IsNarrow || CmpInst::isSigned(C->Predicate) ||
      (SE.isKnownNonNegative(First) && SE.isKnownNonNegative(Limit));
  if (!getBooleanLoopAttribute(&L, TestsFirst) &&
      !SE.isLoopEntryGuardedByCond(&L, C->Predicate, First, Limit))
    return std::nullopt;
  const auto From = exactForm(First, Forms), To = exactForm(Limit, Forms);
  auto IsHuge = [&](const Expr &E) { // without a sign
    return !IsSigned && E.isConstant() && E.Value < 0;
  };
  if (!From || !To || IsHuge(*From) || IsHuge(*To))
    return std::nullopt;
  return tripsOf(*C, *From, *To, Expr::constant(std::abs(By)));
}

/// Bits by which \p Next shifts \p Phi each iteration: 1 for halving, -1 for
/// doubling.
static std::optional<int> shiftOf(const Value *Next, const PHINode *Phi) {
  const APInt *Amount;
  if (match(Next, m_LShr(m_Specific(Phi), m_APInt(Amount))) ||
      match(Next, m_AShr(m_Specific(Phi), m_APInt(Amount))))
    return Amount->ult(63) ? std::optional<int>(Amount->getZExtValue())
                           : std::nullopt;
  if (match(Next, m_Shl(m_Specific(Phi), m_APInt(Amount))))
    return Amount->ult(63) ? std::optional<int>(-int(Amount->getZExtValue()))
                           : std::nullopt;
  if ((match(Next, m_UDiv(m_Specific(Phi), m_APInt(Amount))) ||
       match(Next, m_SDiv(m_Specific(Phi), m_APInt(Amount)))) &&
      Amount->isPowerOf2())
    return int(Amount->logBase2());
  return std::nullopt;
}

/// Trip count of a loop whose counter is halved down to a constant, or doubled
/// up to a limit, as in a tree reduction.
static std::optional<Expr>
logarithmicTrips(const llvm::Loop &L, const ContinueTest &T, bool BeforeBody,
                 ScalarEvolution &SE, SymbolicForm &Forms, bool &IsExact) {
  const BasicBlock *Preheader = L.getLoopPreheader(), *Latch = L.getLoopLatch();
  if (!Preheader || !Latch)
    return std::nullopt;
  for (const PHINode &Phi : L.getHeader()->phis()) {
    Value *Next = Phi.getIncomingValueForBlock(Latch);
    const Value *Counter = stripCasts(T.Counter);
    if (Counter != Next && Counter != &Phi)
      continue;
    std::optional<int> Shift = shiftOf(Next, &Phi);
    const SCEV *First = SE.getSCEV(Phi.getIncomingValueForBlock(Preheader));
    // Behind a test with a sign nothing that is below 0 is shifted.
    const LoopGuard Guard(L, SE, Forms);
    const bool HasNoSign = !(Guard.exists() && Guard.isSignedOrder()) &&
                           (match(Next, m_LShr(m_Value(), m_Value())) ||
                            match(Next, m_UDiv(m_Value(), m_Value())) ||
                            CmpInst::isUnsigned(T.Predicate));
    const unsigned Bits = First->getType()->getIntegerBitWidth();
    if (HasNoSign || isNarrow(First))
      First = asNumber(First, HasNoSign, SE);
    auto Start = exactForm(First, Forms);
    if (Start && HasNoSign && hasNegative(*Start)) {
      constexpr unsigned LongestMask = 62;
      if (Bits > LongestMask)
        return std::nullopt;
      Start = lowBits(*Start, Bits);
    }
    auto Limit = exactForm(SE.getSCEV(T.Limit), Forms);
    if (!Shift || *Shift == 0 || !Start || !Limit)
      return std::nullopt;
    bool Inclusive = false;
    switch (T.Predicate) {
    case CmpInst::ICMP_EQ:
      return std::nullopt;
    case CmpInst::ICMP_NE:
      if (!Limit->isConstant(0))
        return std::nullopt;
      break;
    case CmpInst::ICMP_SGE:
    case CmpInst::ICMP_UGE:
    case CmpInst::ICMP_SLE:
    case CmpInst::ICMP_ULE:
      Inclusive = true;
      break;
    default:
      break;
    }
    Expr One = Expr::constant(1);
    bool Down = *Shift > 0;
    bool Upward =
        T.Predicate == CmpInst::ICMP_SLT || T.Predicate == CmpInst::ICMP_ULT ||
        T.Predicate == CmpInst::ICMP_SLE || T.Predicate == CmpInst::ICMP_ULE;
    if (Down == Upward)
      return std::nullopt;
    // Values Start >> i*Shift that are at least Least; Start << i*Shift at most
    // Most.
    const Expr Bound = Inclusive ? *Limit : Down ? *Limit + One : *Limit - One;
    if (Bound.isConstant() && Bound.Value <= 0) // where 0 stays 0
      return std::nullopt;
    Expr Ratio = Down ? div(*Start, Bound) : div(Bound, *Start);
    // The logarithm of what is below 1 is -1: no iteration.
    const Expr By = Expr::constant(std::abs(*Shift));
    auto TripsOf = [&](const Expr &E) { return div(log2(E) + By, By); };
    const Expr Trips = TripsOf(Ratio);
    if (BeforeBody)
      return Trips;
    const bool HasGuard = getBooleanLoopAttribute(&L, TestsFirst);
    if (Counter == Next)
      return HasGuard ? Trips : max(Trips, One);
    // A test of this iteration's own counter after the body is passed once
    // more; the guard before the first one is that of the next counter.
    if (const int64_t Scale = Down ? int64_t(1) << *Shift : 0;
        HasGuard && Down && Bound.isConstant() && Bound.Value % Scale == 0)
      return TripsOf(div(*Start, Expr::constant(Bound.Value / Scale)));
    IsExact &= !HasGuard; // which the form does not ask
    return Trips + One;
  }
  return std::nullopt;
}

std::optional<TripCount> ownTripCount(const llvm::Loop &L, ScalarEvolution &SE,
                                      SymbolicForm &Forms) {
  const bool BeforeBody = testsBeforeBody(L);
  const BasicBlock *Tested = BeforeBody ? L.getHeader() : L.getLoopLatch();
  if (!Tested || !L.isLoopExiting(Tested))
    return std::nullopt;
  bool IsExact = L.getExitingBlock() && hasOneTest(Tested);
  for (const ContinueTest &T : continueTests(L, Tested)) {
    std::optional<Expr> Trips = stridedTrips(L, T, BeforeBody, SE, Forms);
    if (!Trips)
      Trips = logarithmicTrips(L, T, BeforeBody, SE, Forms, IsExact);
    if (Trips)
      return TripCount{IsExact ? TripCount::Kind::Exact
                               : TripCount::Kind::AtMost,
                       *Trips,
                       "",
                       {}};
  }
  return std::nullopt;
}

} // namespace roofline
