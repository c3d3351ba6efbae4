// Trip counts from a loop's own test, beyond scalar evolution.
#include "OwnTrips.h"

#include "LoopGuard.h"
#include "LoopTests.h"

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

/// Trip count of a loop whose counter steps by an NDRange size or an argument:
/// scalar evolution does not know that it goes towards the limit, without which
/// the loop would not end.
static std::optional<Expr> stridedTrips(const llvm::Loop &L,
                                        const ContinueTest &T, bool BeforeBody,
                                        ScalarEvolution &SE,
                                        SymbolicForm &Forms) {
  const SCEV *Counter = SE.getSCEV(T.Counter);
  const bool HasNoSign = isa<SCEVZeroExtendExpr>(Counter),
             HasSign = isa<SCEVSignExtendExpr>(Counter);
  while (const auto *Cast = dyn_cast<SCEVCastExpr>(Counter))
    Counter = Cast->getOperand();
  const auto *Rec = dyn_cast<SCEVAddRecExpr>(Counter);
  if (!Rec || Rec->getLoop() != &L || !Rec->isAffine())
    return std::nullopt;
  const SCEV *From = Rec->getStart(), *To = SE.getSCEV(T.Limit);
  if (!removeCommonBase(From, To, SE))
    return std::nullopt;
  // A test after the body is of the next iteration's counter.
  const SCEV *By = Rec->getOperand(1);
  const bool IsOwn = isa<PHINode>(stripCasts(T.Counter));
  if (!BeforeBody && !IsOwn)
    From = SE.getMinusSCEV(From, By);
  // 200 of 8 bits is no -56, and 7 - 8 no 255.
  const bool IsUnsigned =
      HasNoSign || (!HasSign && CmpInst::isUnsigned(T.Predicate));
  auto Widen = [&](const SCEV *&Of, bool Unsigned) {
    Type *Narrow = Of->getType();
    if (!Narrow->isIntegerTy() ||
        Narrow->getIntegerBitWidth() >= SymbolicForm::LeastUnwrapped)
      return;
    Type *Wide = Type::getInt64Ty(SE.getContext());
    Of = Unsigned ? SE.getZeroExtendExpr(Of, Wide)
                  : SE.getSignExtendExpr(Of, Wide);
  };
  Widen(From, IsUnsigned);
  Widen(To, CmpInst::isUnsigned(T.Predicate));
  if (HasNoSign)
    From = SE.getNoopOrZeroExtend(
        From, SE.getWiderType(From->getType(), T.Limit->getType()));
  Widen(By, /*Unsigned=*/false);
  auto First = exactForm(From, Forms);
  const auto Limit = exactForm(To, Forms);
  auto Step = exactForm(By, Forms);
  if (!First || !Step || !Limit)
    return std::nullopt;
  if (!BeforeBody && IsOwn)
    First = *First - *Step;
  Expr Span;
  switch (T.Predicate) {
  case CmpInst::ICMP_SLE:
  case CmpInst::ICMP_ULE:
    Span = *Limit - *First + Expr::constant(1);
    break;
  case CmpInst::ICMP_SLT:
  case CmpInst::ICMP_ULT:
    Span = *Limit - *First;
    break;
  case CmpInst::ICMP_SGE:
  case CmpInst::ICMP_SGT:
    Span = *First - *Limit;
    if (T.Predicate == CmpInst::ICMP_SGE)
      Span = Span + Expr::constant(1);
    Step = Expr::constant(0) - *Step;
    break;
  default:
    return std::nullopt;
  }
  if (Step->isConstant() && Step->Value <= 0)
    return std::nullopt;
  Expr Trips = div(Span + *Step - Expr::constant(1), *Step);
  return BeforeBody || isGuardedBy(L, T) ? Trips
                                         : max(Trips, Expr::constant(1));
}

std::optional<Expr> guardedTrips(const llvm::Loop &L, ScalarEvolution &SE,
                                 SymbolicForm &Forms) {
  const BasicBlock *Exiting = L.getExitingBlock();
  if (!Exiting || !L.isLoopLatch(Exiting) || !hasOneTest(Exiting))
    return std::nullopt;
  const SmallVector<ContinueTest, 2> Tests = continueTests(L, Exiting);
  if (Tests.empty())
    return std::nullopt;
  const ContinueTest *T = &Tests.front();
  const SCEV *Counter = SE.getSCEV(T->Counter);
  const bool HasNoSign = isa<SCEVZeroExtendExpr>(Counter);
  if (HasNoSign)
    Counter = cast<SCEVCastExpr>(Counter)->getOperand();
  const auto *Next = dyn_cast<SCEVAddRecExpr>(Counter);
  const auto *Step = Next && Next->getLoop() == &L && Next->isAffine()
                         ? dyn_cast<SCEVConstant>(Next->getOperand(1))
                         : nullptr;
  if (!Step || Step->getAPInt().getSignificantBits() > 32)
    return std::nullopt;
  const SCEV *First = Next->getStart(), *Limit = SE.getSCEV(T->Limit);
  if (!removeCommonBase(First, Limit, SE) ||
      SE.getTypeSizeInBits(Limit->getType()) > 64)
    return std::nullopt;
  // `i > 3` of this iteration's counter is `i > 0` of the next one's.
  const Value *Compared = T->Counter;
  while (const auto *Cast = dyn_cast<ZExtInst>(Compared))
    Compared = Cast->getOperand(0);
  const auto *Phi = dyn_cast<PHINode>(Compared);
  const bool IsOwn = Phi && Phi->getParent() == L.getHeader();
  if (!IsOwn)
    First = SE.getMinusSCEV(First, Step);
  const int64_t By = Step->getAPInt().getSExtValue();
  // Widens counters of few bits to numbers: 7 - 8 is no 255.
  const bool IsNarrow =
      First->getType()->getIntegerBitWidth() < SymbolicForm::LeastUnwrapped;
  if (IsNarrow || HasNoSign) {
    Type *Wide = Type::getInt64Ty(SE.getContext());
    const bool IsUnsigned = HasNoSign || CmpInst::isUnsigned(T->Predicate);
    auto Widened = [&](const SCEV *Of, bool Unsigned) {
      return Unsigned ? SE.getNoopOrZeroExtend(Of, Wide)
                      : SE.getNoopOrSignExtend(Of, Wide);
    };
    First = Widened(First, IsUnsigned);
    Limit = Widened(Limit, CmpInst::isUnsigned(T->Predicate));
  }
  if (IsOwn)
    Limit = SE.getAddExpr(Limit, SE.getConstant(Limit->getType(), By, true));
  const bool IsSigned =
      IsNarrow || CmpInst::isSigned(T->Predicate) ||
      (SE.isKnownNonNegative(First) && SE.isKnownNonNegative(Limit));
  const bool Up = ICmpInst::isLT(T->Predicate) || ICmpInst::isLE(T->Predicate);
  const bool Down =
      ICmpInst::isGT(T->Predicate) || ICmpInst::isGE(T->Predicate);
  if (!(Up && By > 0) && !(Down && By < 0))
    return std::nullopt;
  if (!getBooleanLoopAttribute(&L, TestsFirst) &&
      !SE.isLoopEntryGuardedByCond(&L, T->Predicate, First, Limit))
    return std::nullopt;
  const auto From = exactForm(First, Forms), To = exactForm(Limit, Forms);
  auto IsHuge = [&](const Expr &E) { // without a sign
    return !IsSigned && E.isConstant() && E.Value < 0;
  };
  if (!From || !To || IsHuge(*From) || IsHuge(*To))
    return std::nullopt;
  const int64_t Size = std::abs(By);
  Expr Way = Up ? *To - *From : *From - *To;
  if (CmpInst::isNonStrictPredicate(T->Predicate))
    Way = Way + Expr::constant(1);
  return div(Way + Expr::constant(Size - 1), Expr::constant(Size));
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
    Type *Wide = Type::getInt64Ty(SE.getContext());
    if (HasNoSign) // 200 of 8 bits is no -56
      First = SE.getNoopOrZeroExtend(First,
                                     SE.getWiderType(First->getType(), Wide));
    else if (Bits < SymbolicForm::LeastUnwrapped)
      First = SE.getSignExtendExpr(First, Wide);
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
    auto TripsOf = [&](const Expr &Of) { return div(log2(Of) + By, By); };
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
