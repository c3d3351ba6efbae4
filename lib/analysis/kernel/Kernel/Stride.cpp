// How an affine index moves along a direction, as a number and in words.
#include "roofline/Kernel/Stride.h"

#include <algorithm>
#include <cassert>

namespace roofline {

static Expr coefficientOf(const AffineIndex &Index,
                          const std::string &Variable) {
  for (const IndexTerm &Term : Index.Terms)
    if (Term.Variable == Variable)
      return Term.Coefficient;
  return Expr::constant(0);
}

Expr workItemCoefficient(const AffineIndex &Index, unsigned D) {
  assert(D < 3 && "an NDRange has at most three dimensions");
  std::string Dim = "(" + std::to_string(D) + ")";
  Expr Sum = coefficientOf(Index, "global_id" + Dim) +
             coefficientOf(Index, "local_id" + Dim);
  // Work-items of a sub-group are neighbours in dimension 0.
  for (const IndexTerm &Term : Index.Terms)
    if (D == 0 && Term.Variable.starts_with("sub_group_local_id("))
      Sum = Sum + Term.Coefficient;
  return Sum;
}

Expr loopCoefficient(const AffineIndex &Index, uint32_t LoopId) {
  return coefficientOf(Index, symbolOfLoop(LoopId));
}

static Stride strideOf(const Expr &Coefficient, uint32_t NumBytes,
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

static bool isIrregularAlong(const AffineIndex &Index,
                             const std::string &Variable) {
  return std::find(Index.IrregularAlong.begin(), Index.IrregularAlong.end(),
                   Variable) != Index.IrregularAlong.end();
}

Stride workItemStride(const MemoryAccess &A, unsigned D,
                      const SymbolValue &Value) {
  assert(D < 3 && "an NDRange has at most three dimensions");
  std::string Dim = "(" + std::to_string(D) + ")";
  if (!A.Index || isIrregularAlong(*A.Index, "global_id" + Dim) ||
      isIrregularAlong(*A.Index, "local_id" + Dim))
    return {};
  return strideOf(workItemCoefficient(*A.Index, D), A.NumBytes, Value);
}

Stride loopStride(const MemoryAccess &A, uint32_t LoopId,
                  const SymbolValue &Value) {
  if (!A.Index || isIrregularAlong(*A.Index, symbolOfLoop(LoopId)))
    return {};
  return strideOf(loopCoefficient(*A.Index, LoopId), A.NumBytes, Value);
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
