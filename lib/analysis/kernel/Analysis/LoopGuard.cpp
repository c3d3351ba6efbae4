// The condition that a branch asks before a loop's first iteration.
#include "LoopGuard.h"

#include "ConditionForm.h"
#include "roofline/Canonical/LoopTests.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace roofline {

std::optional<Expr> slackOf(CmpInst::Predicate Predicate, const Expr &Left,
                            const Expr &Right) {
  const Expr One = Expr::constant(CmpInst::isStrictPredicate(Predicate));
  switch (Predicate) {
  case CmpInst::ICMP_SLT:
  case CmpInst::ICMP_ULT:
  case CmpInst::ICMP_SLE:
  case CmpInst::ICMP_ULE:
    return Right - Left - One;
  case CmpInst::ICMP_SGT:
  case CmpInst::ICMP_UGT:
  case CmpInst::ICMP_SGE:
  case CmpInst::ICMP_UGE:
    return Left - Right - One;
  default:
    return std::nullopt;
  }
}

LoopGuard::LoopGuard(const llvm::Loop &L, ScalarEvolution &SE,
                     SymbolicForm &Forms) {
  const BranchInst *Branch = branchBefore(L);
  if (!Branch)
    return;
  SymbolicForm::Scope Here(Forms, L.getParentLoop());
  add(Branch->getCondition(), Branch->getSuccessor(0) == L.getLoopPreheader(),
      L, SE, Forms);
}

void LoopGuard::add(Value *Condition, bool EntersIf, const llvm::Loop &L,
                    ScalarEvolution &SE, SymbolicForm &Forms) {
  Value *One, *Other;
  if (EntersIf ? match(Condition, m_LogicalAnd(m_Value(One), m_Value(Other)))
               : match(Condition, m_LogicalOr(m_Value(One), m_Value(Other)))) {
    add(One, EntersIf, L, SE, Forms);
    add(Other, EntersIf, L, SE, Forms);
    return;
  }
  if (!isOwnTest(L, Condition))
    return;
  Exists = true;
  const auto *Compare = dyn_cast<ICmpInst>(Condition);
  if (!Compare) {
    HasForm = false;
    return;
  }
  const CmpInst::Predicate Predicate =
      EntersIf ? Compare->getPredicate() : Compare->getInversePredicate();
  Asked.push_back(Predicate);
  auto FormOf = [&](Value *V) -> std::optional<Expr> {
    if (!V->getType()->isIntegerTy() || V->getType()->getIntegerBitWidth() > 64)
      return std::nullopt;
    const SCEV *S = SE.getSCEVAtScope(V, L.getParentLoop());
    Type *Wide = Type::getInt64Ty(V->getContext());
    if (V->getType()->getIntegerBitWidth() < SymbolicForm::LeastUnwrapped)
      S = CmpInst::isSigned(Predicate) ? SE.getSignExtendExpr(S, Wide)
                                       : SE.getZeroExtendExpr(S, Wide);
    const SymbolicForm::Result R = Forms.translate(S);
    if (!R.Form || R.Clamped)
      return std::nullopt;
    const unsigned Bits = S->getType()->getIntegerBitWidth();
    if (!CmpInst::isUnsigned(Predicate) || !hasNegative(*R.Form))
      return R.Form;
    return Bits < 63 ? std::optional(lowBits(*R.Form, Bits)) : std::nullopt;
  };
  const auto Left = FormOf(Compare->getOperand(0)),
             Right = Left ? FormOf(Compare->getOperand(1)) : std::nullopt;
  if (Right)
    Tests.push_back({Predicate, *Left, *Right});
  else
    HasForm = false;
}

bool LoopGuard::isSignedOrder() const {
  return any_of(Asked,
                [](CmpInst::Predicate P) { return CmpInst::isSigned(P); });
}

std::optional<Expr> LoopGuard::form() const {
  if (!HasForm || !Exists)
    return std::nullopt;
  Expr All = Expr::constant(1);
  for (const Test &T : Tests)
    All = All * comparisonForm(ICmpInst::isRelational(T.Predicate)
                                   ? ICmpInst::getSignedPredicate(T.Predicate)
                                   : T.Predicate,
                               T.Left, T.Right);
  return All;
}

/// Factors that a multiple of a condition is looked for with.
static constexpr int64_t Factors[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 16, 32, 64};

/// \p E with each remainder as what it is of: n % 4 as n - 4 (n / 4).
static Expr withoutRemainders(Expr E) {
  for (const Expr &Operand : E.Operands)
    if (const Expr Other = withoutRemainders(Operand); Other != Operand)
      return withoutRemainders(replace(E, Operand, Other));
  if (E.K != Expr::Kind::Mod)
    return E;
  const Expr &Term = E.Operands[0], &By = E.Operands[1];
  return Term - By * div(Term, By);
}

/// True where \p E is at most \p Most for a multiple of \p Zero that is taken
/// away.
static bool isAtMost(const Expr &E, int64_t Most, const Expr &Zero,
                     bool EitherSign) {
  for (int64_t Factor : Factors)
    for (int64_t Sign : {1, -1}) {
      const Expr Rest =
          withoutRemainders(E - Expr::constant(Sign * Factor) * Zero);
      if ((Sign > 0 || EitherSign) && Rest.isConstant() && Rest.Value <= Most)
        return true;
    }
  return false;
}

/// \p E as a constant and the rest.
static std::pair<int64_t, Expr> withoutConstant(const Expr &E) {
  if (E.isConstant())
    return {E.Value, Expr::constant(0)};
  if (E.K == Expr::Kind::Add)
    for (const Expr &Addend : E.Operands)
      if (Addend.isConstant())
        return {Addend.Value, E - Addend};
  return {0, E};
}

/// As many of the lowest bits of \p E as \p Mod has.
static std::optional<Expr> lowBitsOf(const Expr &E, const Expr &Mod) {
  const Expr &By = Mod.Operands[1];
  if (!By.isConstant() || By.Value < 2 || !isPowerOf2_64(uint64_t(By.Value)))
    return std::nullopt;
  return lowBits(E, Log2_64(uint64_t(By.Value)));
}

bool LoopGuard::keepsBelowOne(const Expr &Trips, const Test &Failed) {
  const auto Slack = slackOf(Failed.Predicate, Failed.Left, Failed.Right);
  const bool IsUnequal = Failed.Predicate == CmpInst::ICMP_NE;
  // Not above 0, or 0, where the test fails.
  const Expr Zero = Slack       ? *Slack + Expr::constant(1)
                    : IsUnequal ? Failed.Left - Failed.Right
                                : Expr::constant(0);
  auto IsAtMost = [&](const Expr &E, int64_t Most) {
    return isAtMost(E, Most, Zero, IsUnequal);
  };
  if (IsAtMost(Trips, 0))
    return true;
  const auto [More, Rest] = withoutConstant(Trips);
  const auto Constant = Expr::constant(More);
  auto Keeps = [&](const Expr &E) {
    return keepsBelowOne(E + Constant, Failed);
  };
  switch (Rest.K) {
  case Expr::Kind::Min:
    return any_of(Rest.Operands, Keeps);
  case Expr::Kind::Max:
    return all_of(Rest.Operands, Keeps);
  case Expr::Kind::Mod: // 0 of equals
    return More <= 0 && IsUnequal &&
           (lowBitsOf(Zero, Rest) == Rest ||
            lowBitsOf(Expr::constant(0) - Zero, Rest) == Rest);
  case Expr::Kind::Exp2: // 1 << 31 is no number that a loop counts to
    return IsUnequal && IsAtMost(Expr::constant(30) - Rest.Operands[0], -1);
  case Expr::Kind::Log2: // of less than 1 it is -1
    return More <= 1 && keepsBelowOne(Rest.Operands[0], Failed);
  case Expr::Kind::Div: {
    const auto &[Number, By] = std::pair(Rest.Operands[0], Rest.Operands[1]);
    if (!By.isConstant()) // a step goes towards the end
      return More <= 0 && IsAtMost(Number - By + Expr::constant(1), 0);
    if (By.Value <= 0)
      return false;
    const auto [Added, Log] = withoutConstant(Number);
    if (Log.K == Expr::Kind::Log2 && More <= 0)
      return Added <= By.Value && keepsBelowOne(Log.Operands[0], Failed);
    const int64_t Most =
        More > 0 ? -More * By.Value : (1 - More) * By.Value - 1;
    return IsAtMost(Number, Most) ||
           keepsBelowOne(Number - Expr::constant(Most), Failed);
  }
  default:
    return false;
  }
}

bool LoopGuard::keepsBelowOne(const Expr &Trips) const {
  return any_of(Tests, [&](const Test &T) { return keepsBelowOne(Trips, T); });
}

bool LoopGuard::keepsPositive(const Expr &E) const {
  if (E.isConstant())
    return E.Value >= 0;
  if (E.K == Expr::Kind::Div && E.Operands[1].isConstant())
    return E.Operands[1].Value > 0 && keepsPositive(E.Operands[0]);
  return any_of(Tests, [&](const Test &T) {
    const auto Slack = slackOf(T.Predicate, T.Left, T.Right);
    return Slack && isAtMost(Expr::constant(0) - E, 0,
                             Expr::constant(0) - *Slack, false);
  });
}

} // namespace roofline
