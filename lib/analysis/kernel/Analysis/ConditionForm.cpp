// Conditions as numbers: 1 when true, 0 when false.
#include "ConditionForm.h"

#include "roofline/Analysis/SymbolicForm.h"

using namespace llvm;

namespace roofline {

Expr atLeast(const Expr &L, const Expr &R) {
  return max(Expr::constant(0),
             min(Expr::constant(1), L - R + Expr::constant(1)));
}

Expr comparisonForm(CmpInst::Predicate P, const Expr &L, const Expr &R) {
  switch (P) {
  case CmpInst::ICMP_SGE:
    return atLeast(L, R);
  case CmpInst::ICMP_SLE:
    return atLeast(R, L);
  case CmpInst::ICMP_SGT:
    return atLeast(L, R + Expr::constant(1));
  case CmpInst::ICMP_SLT:
    return atLeast(R, L + Expr::constant(1));
  case CmpInst::ICMP_NE:
    return min(Expr::constant(1), max(L - R, R - L));
  default: // equal
    return max(Expr::constant(0), Expr::constant(1) - max(L - R, R - L));
  }
}

/// True for max(d, -d).
static bool isDistance(const Expr &E) {
  return E.K == Expr::Kind::Max && E.Operands.size() == 2 &&
         (E.Operands[0] + E.Operands[1]).isConstant(0);
}

/// Whether \p X is above 0 away from the border.
static std::optional<bool> isLargeInside(const Expr &X) {
  std::optional<bool> ByLimit, ByCounter;
  for (const Expr &Addend :
       X.K == Expr::Kind::Add ? X.Operands : std::vector<Expr>{X}) {
    if (Addend.isConstant())
      continue;
    const bool IsNegative = Addend.K == Expr::Kind::Mul &&
                            Addend.Operands[0].isConstant() &&
                            Addend.Operands[0].Value < 0;
    std::optional<bool> &Of = moves(Addend) ? ByCounter : ByLimit;
    if (Of && *Of == IsNegative)
      return std::nullopt; // a difference of two, which may be anything
    Of = !IsNegative;
  }
  return ByLimit && ByCounter ? ByLimit : ByCounter;
}

std::optional<bool> holdsInside(const Expr &E) {
  if (E.Operands.size() != 2)
    return std::nullopt;
  const Expr &Term = E.Operands[0], &Limit = E.Operands[1];
  if (E.K == Expr::Kind::Min && Limit.isConstant(1) && isDistance(Term))
    return true; // not equal
  if (E.K != Expr::Kind::Max || !Limit.isConstant(0))
    return std::nullopt;
  const Expr Distance = Expr::constant(1) - Term;
  if (isDistance(Distance))
    return false;
  return Term.K == Expr::Kind::Min && Term.Operands.size() == 2 &&
                 Term.Operands[1].isConstant(1)
             ? isLargeInside(Term.Operands[0])
             : std::nullopt;
}

bool moveTogether(const Expr &L, const Expr &R) {
  std::vector<std::string> OfRight = symbols(R);
  return any_of(symbols(L), [&](const std::string &Symbol) {
    return moves(Expr::symbol(Symbol)) && is_contained(OfRight, Symbol);
  });
}

} // namespace roofline
