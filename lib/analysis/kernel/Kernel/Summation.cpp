// Sums of closed forms over ids and iterations.
#include "roofline/Kernel/Summation.h"

#include <algorithm>
#include <cassert>
#include <vector>

namespace roofline {
namespace {

/// Coefficients of a polynomial, from the constant one upwards.
using Polynomial = std::vector<Expr>;

bool mentions(const Expr &E, std::string_view Variable) {
  std::vector<std::string> All = symbols(E);
  return std::find(All.begin(), All.end(), Variable) != All.end();
}

Polynomial product(const Polynomial &L, const Polynomial &R) {
  Polynomial Result(L.size() + R.size() - 1, Expr::constant(0));
  for (size_t I = 0; I < L.size(); ++I)
    for (size_t J = 0; J < R.size(); ++J)
      Result[I + J] = Result[I + J] + L[I] * R[J];
  return Result;
}

std::optional<Polynomial> polynomial(const Expr &E, std::string_view Variable) {
  if (!mentions(E, Variable))
    return Polynomial{E};
  if (E.K == Expr::Kind::Symbol)
    return Polynomial{Expr::constant(0), Expr::constant(1)};
  if (E.K != Expr::Kind::Add && E.K != Expr::Kind::Mul)
    return std::nullopt;
  Polynomial Result{Expr::constant(E.K == Expr::Kind::Mul)};
  for (const Expr &Operand : E.Operands) {
    std::optional<Polynomial> P = polynomial(Operand, Variable);
    if (!P)
      return std::nullopt;
    if (E.K == Expr::Kind::Mul) {
      Result = product(Result, *P);
      continue;
    }
    Result.resize(std::max(Result.size(), P->size()), Expr::constant(0));
    for (size_t I = 0; I < P->size(); ++I)
      Result[I] = Result[I] + (*P)[I];
  }
  return Result;
}

/// Sum of v^Power over v = 0 ... N - 1, by Faulhaber's formulas.
Expr powerSum(unsigned Power, const Expr &N) {
  const Expr Pairs =
      div(N * (N - Expr::constant(1)), Expr::constant(2)); // 0 + 1 + ...
  switch (Power) {
  case 0:
    return N;
  case 1:
    return Pairs;
  case 2:
    return div(N * (N - Expr::constant(1)) *
                   (Expr::constant(2) * N - Expr::constant(1)),
               Expr::constant(6));
  default:
    return Pairs * Pairs;
  }
}

} // namespace

std::optional<Expr> sumOver(const Expr &E, std::string_view Variable,
                            const Expr &Count) {
  assert(!Variable.empty() && "a sum runs over a variable");
  constexpr size_t MaxDegree = 3;
  std::optional<Polynomial> P = polynomial(E, Variable);
  if (!P || P->size() > MaxDegree + 1)
    return std::nullopt;
  Expr Sum = Expr::constant(0);
  for (unsigned Power = 0; Power < P->size(); ++Power)
    Sum = Sum + (*P)[Power] * powerSum(Power, Count);
  return Sum;
}

/// How many values an id or iteration has, from 0 on.
static std::optional<Expr> valuesOf(const KernelSummary &Kernel,
                                    const std::string &Variable) {
  if (auto Id = loopOfSymbol(Variable))
    return Kernel.Loops[*Id].Trip.K == TripCount::Kind::Exact
               ? std::optional(Kernel.Loops[*Id].Trip.Count)
               : std::nullopt;
  const std::string Dim = Variable.substr(Variable.find('('));
  return Expr::symbol(Variable.starts_with("group_id")   ? "num_groups" + Dim
                      : Variable.starts_with("local_id") ? "local_size" + Dim
                                                         : "global_size" + Dim);
}

/// Where each of \p AtLeastOne is. Linear forms are least at a corner.
static bool isNeverNegative(const KernelSummary &Kernel, const Expr &E,
                            std::vector<Expr> &AtLeastOne) {
  auto IsAbove = [&](const Expr &One) {
    const Expr More = E - One;
    return More.isConstant() && More.Value >= -1;
  };
  if (std::any_of(AtLeastOne.begin(), AtLeastOne.end(), IsAbove))
    return true;
  // Innermost first: what is inside ends where those around stand.
  std::optional<std::string> Variable;
  for (const std::string &S : symbols(E))
    if (varies(Expr::symbol(S)) &&
        (!Variable || loopOfSymbol(S) > loopOfSymbol(*Variable)))
      Variable = S;
  if (!Variable)
    return E.isConstant() && E.Value >= 0;
  std::optional<Polynomial> P = polynomial(E, *Variable);
  std::optional<Expr> Count = valuesOf(Kernel, *Variable);
  if (!P || P->size() > 2 || !Count)
    return false;
  AtLeastOne.push_back(*Count);
  const Expr &First = P->front(), &Step = P->back();
  const Expr Last = First + Step * (*Count - Expr::constant(1));
  const bool Falls = Step.isConstant() && Step.Value < 0,
             Rises = Step.isConstant() && Step.Value > 0;
  const bool Holds = (Falls || isNeverNegative(Kernel, First, AtLeastOne)) &&
                     (Rises || isNeverNegative(Kernel, Last, AtLeastOne));
  AtLeastOne.pop_back();
  return Holds;
}

bool sumsAsItStands(const KernelSummary &Kernel, const Loop &L) {
  std::vector<Expr> AtLeastOne;
  return !varies(L.Trip.Count) ||
         isNeverNegative(Kernel, L.Trip.Count, AtLeastOne);
}

std::optional<Expr> sumOverWorkItems(const Expr &E, const Expr &WorkItems) {
  std::optional<Expr> Form = E;
  Expr Others = WorkItems;
  for (const std::string &S : symbols(E)) {
    if (S.find("_id(") == std::string::npos)
      continue;
    // A global id takes each value once in its row of work-items.
    Expr Size = Expr::symbol("global_size" + S.substr(S.find('(')));
    if (!S.starts_with("global_") || !(Form = sumOver(*Form, S, Size)))
      return std::nullopt;
    Others = div(Others, Size);
  }
  return *Form * Others;
}

} // namespace roofline
