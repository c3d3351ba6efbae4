// How an affine index moves along a direction, as a number and in words.
#include "roofline/Model/Stride.h"

namespace roofline {

static Expr coefficientOf(const AffineIndex &Index, const std::string &Variable) {
  for (const IndexTerm &Term : Index.Terms)
    if (Term.Variable == Variable)
      return Term.Coefficient;
  return Expr::constant(0);
}

Expr workItemCoefficient(const AffineIndex &Index, unsigned D) {
  std::string Dim = "(" + std::to_string(D) + ")";
  return coefficientOf(Index, "global_id" + Dim) +
         coefficientOf(Index, "local_id" + Dim);
}

Expr loopCoefficient(const AffineIndex &Index, uint32_t LoopId) {
  return coefficientOf(Index, "loop:" + std::to_string(LoopId));
}

Stride strideOf(const Expr &Coefficient, uint32_t NumBytes,
                const SymbolValue &Value) {
  std::optional<int64_t> Step = evaluate(Coefficient, Value);
  if (!Step)
    return {Stride::Kind::Unbound, 0};
  if (*Step == 0)
    return {Stride::Kind::Same, 0};
  return {*Step == int64_t(NumBytes) ? Stride::Kind::Consecutive
                                     : Stride::Kind::Strided,
          *Step};
}

std::string describe(const Stride &S, const Expr &Coefficient) {
  switch (S.K) {
  case Stride::Kind::Same:
    return "same";
  case Stride::Kind::Consecutive:
    return "consecutive";
  case Stride::Kind::Strided:
    return "stride " + std::to_string(S.NumBytes) + " B";
  case Stride::Kind::Unbound:
    return "stride " + toString(Coefficient) + " B";
  case Stride::Kind::Irregular:
    break;
  }
  return "irregular";
}

} // namespace roofline
