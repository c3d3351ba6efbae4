// How an affine index moves along a direction, as a number and in words.
#include "roofline/Kernel/Stride.h"

#include "roofline/Base/Blocks.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdlib>

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

/// Accepts what moves with dimension \p D inside a group.
static IsCounter idsOf(unsigned D) {
  return [Dim = "(" + std::to_string(D) + ")", D](std::string_view S) {
    return S == "global_id" + Dim || S == "local_id" + Dim ||
           (D == 0 && S.starts_with("sub_group_local_id("));
  };
}

static IsCounter counterOf(uint32_t LoopId) {
  return
      [Name = symbolOfLoop(LoopId)](std::string_view S) { return S == Name; };
}

/// The addends of \p Index that move with \p Moves.
static Expr movingPart(const AffineIndex &Index, const IsCounter &Moves) {
  Expr Part = Expr::constant(0);
  for (const IndexTerm &T : Index.Terms)
    if (Moves(T.Variable))
      Part = Part + T.Coefficient * Expr::symbol(T.Variable);
  const Expr &Rest = Index.Irregular;
  for (const Expr &Addend :
       Rest.K == Expr::Kind::Add ? Rest.Operands : std::vector<Expr>{Rest}) {
    const std::vector<std::string> Names = symbols(Addend);
    if (std::any_of(Names.begin(), Names.end(), Moves))
      Part = Part + Addend;
  }
  return Part;
}

static bool isIrregularAlong(const AffineIndex &Index, const IsCounter &Moves) {
  return std::any_of(Index.IrregularAlong.begin(), Index.IrregularAlong.end(),
                     Moves);
}

Expr workItemForm(const AffineIndex &Index, unsigned D) {
  const IsCounter Moves = idsOf(D);
  return Index.Blockwise && isIrregularAlong(Index, Moves)
             ? movingPart(Index, Moves)
             : workItemCoefficient(Index, D);
}

Expr loopForm(const AffineIndex &Index, uint32_t LoopId) {
  const IsCounter Moves = counterOf(LoopId);
  return Index.Blockwise && isIrregularAlong(Index, Moves)
             ? movingPart(Index, Moves)
             : loopCoefficient(Index, LoopId);
}

static Stride strideOf(int64_t Step, uint32_t NumBytes) {
  if (Step == 0)
    return {Stride::Kind::Same, 0};
  return {Step == int64_t(NumBytes) ? Stride::Kind::Consecutive
                                    : Stride::Kind::Strided,
          Step};
}

static Stride strideOf(const Expr &Coefficient, uint32_t NumBytes,
                       const SymbolValue &Value) {
  const std::optional<int64_t> Step = evaluate(Coefficient, Value);
  return Step ? strideOf(*Step, NumBytes) : Stride{Stride::Kind::Unbound, 0};
}

/// The stride of a blockwise \p A. Blocks of a single step are none.
static Stride blockStride(const MemoryAccess &A, const IsCounter &Moves,
                          const SymbolValue &Value) {
  const Expr Form = substitute(movingPart(*A.Index, Moves), Value);
  const std::vector<std::string> Names = symbols(Form);
  const auto Block = blockStep(Form, Moves);
  if (!Block && !std::all_of(Names.begin(), Names.end(),
                             [](auto &S) { return varies(Expr::symbol(S)); }))
    return {Stride::Kind::Unbound, 0};
  if (!Block || Block->Breaks > 0.5)
    return {};
  Stride S = strideOf(Block->Step, A.NumBytes);
  if (Block->KnowsBreaks && Block->Breaks == 0)
    return S;
  S.Inside = S.K;
  S.K = Block->KnowsBreaks ? Stride::Kind::Blocks : Stride::Kind::Unbound;
  if (!Block->KnowsBreaks)
    return S;
  constexpr double Rounding = 1e-9;
  S.Length = int64_t(std::floor(1 / Block->Breaks + Rounding));
  return S;
}

Stride workItemStride(const MemoryAccess &A, unsigned D,
                      const SymbolValue &Value) {
  assert(D < 3 && "an NDRange has at most three dimensions");
  if (!A.Index)
    return {};
  if (const IsCounter Moves = idsOf(D); isIrregularAlong(*A.Index, Moves))
    return A.Index->Blockwise ? blockStride(A, Moves, Value) : Stride{};
  return strideOf(workItemCoefficient(*A.Index, D), A.NumBytes, Value);
}

Stride loopStride(const MemoryAccess &A, uint32_t LoopId,
                  const SymbolValue &Value) {
  if (!A.Index)
    return {};
  if (const IsCounter Moves = counterOf(LoopId);
      isIrregularAlong(*A.Index, Moves))
    return A.Index->Blockwise ? blockStride(A, Moves, Value) : Stride{};
  return strideOf(loopCoefficient(*A.Index, LoopId), A.NumBytes, Value);
}

/// The divisors in \p Form: "w, h".
static std::string blocksText(const Expr &Form) {
  std::string Text;
  for (const Expr &Divisor : blockDivisors(Form, [](std::string_view S) {
         return varies(Expr::symbol(std::string(S)));
       }))
    Text += (Text.empty() ? "" : ", ") + toString(Divisor);
  return Text;
}

std::string describe(const Stride &S, const Expr &Form) {
  switch (S.K) {
  case Stride::Kind::Same:
    return "same";
  case Stride::Kind::Consecutive:
    return "consecutive";
  case Stride::Kind::Strided:
    return "stride " + std::to_string(S.NumBytes) + " B";
  case Stride::Kind::Unbound:
    if (!varies(Form))
      return "stride " + toString(Form) + " B";
    return (S.Inside == Stride::Kind::Irregular
                ? ""
                : describe({S.Inside, S.NumBytes}, Form) + " ") +
           "in blocks of " + blocksText(Form);
  case Stride::Kind::Blocks:
    return describe({S.Inside, S.NumBytes}, Form) + " in blocks of " +
           std::to_string(S.Length);
  case Stride::Kind::Irregular:
    break;
  }
  return "irregular";
}

} // namespace roofline
