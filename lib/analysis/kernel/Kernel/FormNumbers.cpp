// Numbers for closed forms that are a constant apart.
#include "roofline/Kernel/FormNumbers.h"

namespace roofline {

static int64_t constantOf(const Expr &E) {
  if (E.isConstant())
    return E.Value;
  if (E.K == Expr::Kind::Add)
    for (const Expr &Operand : E.Operands)
      if (Operand.isConstant())
        return Operand.Value;
  return 0;
}

static std::string restOf(const Expr &E) {
  return toString(E - Expr::constant(constantOf(E)));
}

std::string textOf(const std::vector<IndexTerm> &Terms) {
  std::string Text;
  for (const IndexTerm &T : Terms)
    Text += T.Variable + "*(" + toString(T.Coefficient) + ")+";
  return Text;
}

FormNumbers::Form FormNumbers::of(const Expr &E) {
  return {of(restOf(E)), constantOf(E)};
}

FormNumbers::Form FormNumbers::of(const AffineIndex &Index) {
  return {of(textOf(Index.Terms) + toString(Index.Irregular) + " at " +
             restOf(Index.Offset)),
          constantOf(Index.Offset)};
}

} // namespace roofline
