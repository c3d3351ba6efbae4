// Quotients and remainders that known ranges decide.
#include "roofline/Kernel/Quotients.h"

#include "roofline/Kernel/LaunchSymbols.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>

namespace roofline {
namespace {

using Kind = Expr::Kind;

std::vector<Expr> addendsOf(const Expr &E) {
  return E.K == Kind::Add ? E.Operands : std::vector<Expr>{E};
}

/// A product as a number times the rest, which is 1 for a constant.
struct Scaled {
  int64_t Factor = 1;
  Expr Rest = Expr::constant(1);
};

Scaled scaled(const Expr &E) {
  if (E.isConstant())
    return {E.Value, Expr::constant(1)};
  if (E.K != Kind::Mul || !E.Operands.front().isConstant())
    return {1, E};
  Expr Rest = Expr::constant(1);
  for (size_t I = 1; I < E.Operands.size(); ++I)
    Rest = Rest * E.Operands[I];
  return {E.Operands.front().Value, Rest};
}

std::vector<Expr> factorsOf(const Expr &E) {
  return E.K == Kind::Mul ? E.Operands : std::vector<Expr>{E};
}

/// \p E / \p By where \p By is a factor of the product \p E.
std::optional<Expr> exactQuotient(const Expr &E, const Expr &By) {
  const Scaled L = scaled(E), R = scaled(By);
  if (R.Factor == 0 || L.Factor % R.Factor != 0 ||
      (L.Factor == INT64_MIN && R.Factor == -1))
    return std::nullopt;
  std::vector<Expr> Factors = factorsOf(L.Rest);
  if (!R.Rest.isConstant())
    for (const Expr &Factor : factorsOf(R.Rest)) {
      const auto It = std::find(Factors.begin(), Factors.end(), Factor);
      if (It == Factors.end())
        return std::nullopt;
      Factors.erase(It);
    }
  Expr Result = Expr::constant(L.Factor / R.Factor);
  for (const Expr &Factor : Factors)
    Result = Result * Factor;
  return Result;
}

/// A form as By * Whole + Rest.
struct Parts {
  Expr Whole, Rest;
};

Parts partsBy(const Expr &E, const Expr &By) {
  Parts P;
  for (const Expr &Addend : addendsOf(E))
    if (const auto Quotient = exactQuotient(Addend, By)) {
      P.Whole = P.Whole + *Quotient;
    } else if (Addend.isConstant() && By.isConstant() && By.Value > 0) {
      // The rest of a constant is not negative.
      const int64_t Rest = ((Addend.Value % By.Value) + By.Value) % By.Value;
      P.Whole = P.Whole + Expr::constant((Addend.Value - Rest) / By.Value);
      P.Rest = P.Rest + Expr::constant(Rest);
    } else {
      P.Rest = P.Rest + Addend;
    }
  return P;
}

using Bound = std::optional<int64_t>;

Bound add(Bound L, Bound R) {
  int64_t Result;
  return L && R && !__builtin_add_overflow(*L, *R, &Result) ? Bound(Result)
                                                            : std::nullopt;
}
Bound multiply(Bound L, Bound R) {
  int64_t Result;
  return L && R && !__builtin_mul_overflow(*L, *R, &Result) ? Bound(Result)
                                                            : std::nullopt;
}
/// The smaller of two bounds, of which either holds alone.
Bound tighterMost(Bound L, Bound R) {
  return L && R ? Bound(std::min(*L, *R)) : L ? L : R;
}
Bound tighterLeast(Bound L, Bound R) {
  return L && R ? Bound(std::max(*L, *R)) : L ? L : R;
}
Bound both(Bound L, Bound R, bool Smaller) {
  return !L || !R ? std::nullopt
                  : Bound(Smaller ? std::min(*L, *R) : std::max(*L, *R));
}

bool isAtLeast(const FormRange &R, int64_t Least) {
  return R.Least && *R.Least >= Least;
}

class Folder {
public:
  /// With \p MayWrap, a remainder of `x + 1` is taken to wrap at a border
  /// alone.
  explicit Folder(const RangeOfSymbol &Ranges, bool MayWrap = false)
      : Ranges(Ranges), MayWrap(MayWrap) {}

  Expr fold(const Expr &E) const {
    if (E.Operands.empty()) {
      // An id of one value, as in a dimension of size 1.
      const FormRange R = varies(E) ? Ranges(E.Name) : FormRange();
      return R.Least && R.Least == R.Most ? Expr::constant(*R.Least) : E;
    }
    std::vector<Expr> Operands;
    for (const Expr &Operand : E.Operands)
      Operands.push_back(fold(Operand));
    switch (E.K) {
    case Kind::Add:
      return joined(sum(Operands));
    case Kind::Div:
      return quotient(Operands[0], Operands[1]);
    case Kind::Mod:
      return remainder(Operands[0], Operands[1]);
    case Kind::Log2:
      return log2(Operands[0]);
    case Kind::Exp2:
      return exp2(Operands[0]);
    default:
      break;
    }
    Expr Result = Operands.front();
    for (size_t I = 1; I < Operands.size(); ++I)
      Result = E.K == Kind::Mul   ? Result * Operands[I]
               : E.K == Kind::Min ? min(Result, Operands[I])
                                  : max(Result, Operands[I]);
    return E.K == Kind::Mul ? joined(Result) : Result;
  }

private:
  FormRange rangeOf(const Expr &E) const {
    switch (E.K) {
    case Kind::Constant:
      return {E.Value, E.Value};
    case Kind::Symbol:
      return Ranges(E.Name);
    case Kind::Add: {
      FormRange Sum{0, 0};
      for (const Expr &Operand : E.Operands) {
        const FormRange R = rangeOf(Operand);
        Sum = {add(Sum.Least, R.Least), add(Sum.Most, R.Most)};
      }
      return Sum;
    }
    case Kind::Mul:
      return rangeOfProduct(E);
    case Kind::Div: {
      const FormRange L = rangeOf(E.Operands[0]), R = rangeOf(E.Operands[1]);
      if (!isAtLeast(L, 0) || !isAtLeast(R, 1))
        return {};
      return {R.Most ? *L.Least / *R.Most : 0,
              L.Most ? Bound(*L.Most / *R.Least) : std::nullopt};
    }
    case Kind::Mod: {
      const FormRange L = rangeOf(E.Operands[0]), R = rangeOf(E.Operands[1]);
      if (!isAtLeast(L, 0) || !isAtLeast(R, 1))
        return {};
      return {0, tighterMost(L.Most, add(R.Most, -1))};
    }
    case Kind::Min:
    case Kind::Max: {
      FormRange Result = rangeOf(E.Operands.front());
      const bool IsMin = E.K == Kind::Min;
      for (size_t I = 1; I < E.Operands.size(); ++I) {
        const FormRange R = rangeOf(E.Operands[I]);
        Result = {IsMin ? both(Result.Least, R.Least, true)
                        : tighterLeast(Result.Least, R.Least),
                  IsMin ? tighterMost(Result.Most, R.Most)
                        : both(Result.Most, R.Most, false)};
      }
      return Result;
    }
    case Kind::Log2:
    case Kind::Exp2:
      return {};
    }
    return {};
  }

  FormRange rangeOfProduct(const Expr &E) const {
    const Scaled S = scaled(E);
    FormRange Result{1, 1};
    for (const Expr &Factor : factorsOf(S.Rest)) {
      const FormRange R = rangeOf(Factor);
      if (!isAtLeast(R, 0))
        return {};
      Result = {multiply(Result.Least, R.Least), multiply(Result.Most, R.Most)};
    }
    const Bound Low = multiply(Result.Least, S.Factor),
                High = multiply(Result.Most, S.Factor);
    return S.Factor >= 0 ? FormRange{Low, High} : FormRange{High, Low};
  }

  bool isNatural(const Expr &E) const { return isAtLeast(rangeOf(E), 0); }

  /// True where 0 <= \p E < \p Limit.
  bool isBelow(const Expr &E, const Expr &Limit) const {
    const FormRange R = rangeOf(E), L = rangeOf(Limit);
    if (!isAtLeast(R, 0))
      return false;
    if (R.Most && L.Least && *R.Most < *L.Least)
      return true;
    if (E.K == Kind::Mod && E.Operands[1] == Limit)
      return true;
    return E == Expr::constant(0)
               ? isAtLeast(L, 1)
               : E.K == Kind::Symbol && Limit.K == Kind::Symbol &&
                     isSizeOf(Limit.Name, E.Name);
  }

  static bool isSizeOf(std::string_view Size, std::string_view Id) {
    return (Id.starts_with("local_id(") &&
            Size == "local_size" + std::string(Id.substr(8))) ||
           (Id.starts_with("group_id(") &&
            Size == "num_groups" + std::string(Id.substr(8)));
  }

  /// The greatest number that divides \p By and all of \p E but its constant;
  /// 1 where there is none.
  static int64_t commonFactor(const Expr &E, const Expr &By) {
    if (!By.isConstant() || By.Value <= 1)
      return 1;
    int64_t Common = By.Value;
    for (const Expr &Addend : addendsOf(E))
      if (!Addend.isConstant())
        Common = std::gcd(Common, scaled(Addend).Factor);
    return Common;
  }

  /// \p E with its constant rounded down, over \p Factor, and what is left.
  static std::pair<Expr, int64_t> divided(const Expr &E, int64_t Factor) {
    const Parts P = partsBy(E, Expr::constant(Factor));
    return {P.Whole, P.Rest.isConstant() ? P.Rest.Value : 0};
  }

  Expr quotient(const Expr &L, const Expr &R) const {
    if (R.isConstant(1))
      return L;
    if (R.isConstant(0))
      return div(L, R);
    const Parts P = partsBy(L, R);
    if (P.Rest.isConstant(0))
      return P.Whole;
    if (isNatural(P.Whole) && isNatural(P.Rest) && isAtLeast(rangeOf(R), 1)) {
      if (isBelow(P.Rest, R))
        return P.Whole;
      if (!P.Whole.isConstant(0))
        return P.Whole + quotient(P.Rest, R);
      // x / a / b, and x % (a b) / b.
      if (L.K == Kind::Div && isAtLeast(rangeOf(L.Operands[1]), 1))
        return quotient(L.Operands[0], L.Operands[1] * R);
      if (L.K == Kind::Mod)
        if (const auto Times = exactQuotient(L.Operands[1], R);
            Times && isNatural(L.Operands[0]))
          return remainder(quotient(L.Operands[0], R), *Times);
      if (const int64_t Common = commonFactor(L, R); Common > 1)
        return quotient(divided(L, Common).first,
                        Expr::constant(R.Value / Common));
    }
    return div(L, R);
  }

  Expr remainder(const Expr &L, const Expr &R) const {
    if (R.isConstant(0))
      return mod(L, R);
    const Parts P = partsBy(L, R);
    if (P.Rest.isConstant(0))
      return Expr::constant(0);
    if (isNatural(P.Whole) && isNatural(P.Rest) && isAtLeast(rangeOf(R), 1)) {
      if (isBelow(P.Rest, R))
        return P.Rest;
      if (!P.Whole.isConstant(0))
        return remainder(P.Rest, R);
      if (L.K == Kind::Mod && exactQuotient(L.Operands[1], R) &&
          isNatural(L.Operands[0]))
        return remainder(L.Operands[0], R);
      if (const int64_t Common = commonFactor(L, R); Common > 1) {
        const auto [Over, Rest] = divided(L, Common);
        return Expr::constant(Common) *
                   remainder(Over, Expr::constant(R.Value / Common)) +
               Expr::constant(Rest);
      }
    }
    if (const auto Inside = MayWrap ? insideBorder(P.Rest, R) : std::nullopt)
      return *Inside;
    return mod(L, R);
  }

  /// `(x + 1) % n`, as neighbours are found in a grid that is closed, is one
  /// more than x % n but at the border.
  std::optional<Expr> insideBorder(const Expr &E, const Expr &By) const {
    constexpr int64_t MostSteps = 4, LeastSize = 8 * MostSteps;
    int64_t Step = 0;
    for (const Expr &Addend : addendsOf(E))
      if (Addend.isConstant())
        Step = Addend.Value;
    const Expr X = E - Expr::constant(Step);
    if (By.isConstant() && Step > By.Value / 2)
      Step -= By.Value; // n - 1 steps to the right are one to the left
    const std::vector<std::string> Names = symbols(X);
    const bool IsOfIds =
        std::all_of(Names.begin(), Names.end(),
                    [](const std::string &S) { return !loopOfSymbol(S); });
    if (Step == 0 || std::abs(Step) > MostSteps || !varies(X) || !IsOfIds ||
        !isNatural(X) || (By.isConstant() && By.Value < LeastSize))
      return std::nullopt;
    Wrapped = true;
    return remainder(X, By) + Expr::constant(Step);
  }

  /// s (x % r) + s r (x / r) is s x, for any signs.
  Expr joined(Expr Sum) const {
    for (bool Changed = Sum.K == Kind::Add; Changed;) {
      Changed = false;
      const std::vector<Expr> Addends = addendsOf(Sum);
      for (const Expr &Addend : Addends) {
        const std::vector<Expr> Factors = factorsOf(Addend);
        const auto Rest =
            std::find_if(Factors.begin(), Factors.end(),
                         [](const Expr &F) { return F.K == Kind::Mod; });
        if (Rest == Factors.end())
          continue;
        Expr Scale = Expr::constant(1);
        for (auto It = Factors.begin(); It != Factors.end(); ++It)
          if (It != Rest)
            Scale = Scale * *It;
        const Expr X = Rest->Operands[0], By = Rest->Operands[1];
        const Expr Others = Scale * By * quotient(X, By);
        if (std::find(Addends.begin(), Addends.end(), Others) == Addends.end())
          continue;
        Sum = fold(Sum - Addend - Others + Scale * X);
        Changed = Sum.K == Kind::Add;
        break;
      }
    }
    return Sum;
  }

public:
  mutable bool Wrapped = false; ///< a border was left out

private:
  const RangeOfSymbol &Ranges;
  bool MayWrap;
};

/// The place of a work-item in its group, dimension 0 fastest.
Expr linearLocalId() {
  auto Of = [](const char *What, char Dim) {
    return Expr::symbol(std::string(What) + "(" + Dim + ")");
  };
  return Of("local_id", '0') +
         Of("local_size", '0') * (Of("local_id", '1') +
                                  Of("local_size", '1') * Of("local_id", '2'));
}

constexpr std::string_view InSubGroup = "sub_group_local_id(",
                           SubGroup = "sub_group_id(";

/// The size in "sub_group_id(16)" and "sub_group_local_id(16)".
Bound subGroupSize(std::string_view Symbol) {
  if (!Symbol.starts_with(InSubGroup) && !Symbol.starts_with(SubGroup))
    return std::nullopt;
  int64_t Size = 0;
  for (char Digit : Symbol.substr(Symbol.find('(') + 1))
    Size = Digit >= '0' && Digit <= '9' ? 10 * Size + (Digit - '0') : Size;
  return Size;
}

/// \p E over local ids instead of the ids of sub-groups.
Expr withoutSubGroups(Expr E) {
  for (const std::string &S : symbols(E))
    if (const Bound Size = subGroupSize(S)) {
      const Expr By = Expr::constant(*Size);
      E = replace(E, Expr::symbol(S),
                  S.starts_with(InSubGroup) ? mod(linearLocalId(), By)
                                            : div(linearLocalId(), By));
    }
  return E;
}

/// \p E over the ids of sub-groups, whose sizes alone are known.
Expr withSubGroups(const Expr &E) {
  Expr Result = E;
  const Expr Id = linearLocalId();
  auto Visit = [&](const Expr &Node, auto &&Self) -> void {
    const bool IsRest = Node.K == Kind::Mod;
    if ((IsRest || Node.K == Kind::Div) && Node.Operands[0] == Id &&
        Node.Operands[1].isConstant())
      Result =
          replace(Result, Node,
                  Expr::symbol(std::string(IsRest ? InSubGroup : SubGroup) +
                               std::to_string(Node.Operands[1].Value) + ")"));
    for (const Expr &Operand : Node.Operands)
      Self(Operand, Self);
  };
  Visit(E, Visit);
  return Result;
}

/// Ranges of ids, loops, sizes and arguments under a launch.
class LaunchRanges {
public:
  LaunchRanges(const KernelSummary &Kernel, const Launch &L)
      : Kernel(Kernel), L(L), Values(launchSymbols(Kernel, L)) {}

  FormRange operator()(std::string_view S) const {
    if (const auto Value = Values(S))
      return {*Value, *Value};
    if (const auto Loop = loopOfSymbol(S))
      return {0, lastOf(*Loop)};
    const size_t Open = S.find('(');
    if (Open == S.npos)
      return {isUnsigned(S) ? Bound(0) : std::nullopt, std::nullopt};
    const std::string_view What = S.substr(0, Open);
    if (What == "global_id")
      return {0, below("global_size", S.substr(Open))};
    if (What == "local_id")
      return {0, below("local_size", S.substr(Open))};
    if (What == "group_id")
      return {0, below("num_groups", S.substr(Open))};
    if (const Bound Size = subGroupSize(S))
      return {0, S.starts_with(InSubGroup) ? add(Size, -1) : std::nullopt};
    if (What.ends_with("_size") || What == "num_groups")
      return {1, std::nullopt};
    return {};
  }
  std::optional<int64_t> value(std::string_view S) const { return Values(S); }

private:
  Bound below(std::string Size, std::string_view Dimension) const {
    return add(Values(Size + std::string(Dimension)), -1);
  }
  Bound lastOf(uint32_t Loop) const {
    const TripCount &Trip = Kernel.Loops[Loop].Trip;
    if (Trip.K == TripCount::Kind::Unknown || boundTrip(Kernel.Loops[Loop], L))
      return std::nullopt;
    return add(evaluate(Trip.Count, Values), -1);
  }
  bool isUnsigned(std::string_view Name) const {
    return std::any_of(Kernel.Args.begin(), Kernel.Args.end(),
                       [&](const KernelArg &A) {
                         return A.Name == Name &&
                                (A.Type.starts_with("u") || A.Type == "size_t");
                       });
  }
  const KernelSummary &Kernel;
  const Launch &L;
  SymbolValue Values;
};

bool isIndexVariable(const Expr &E) { return E.K == Kind::Symbol && varies(E); }

/// Adds \p Addend to \p Index where it is a multiple of a variable.
bool addLinear(AffineIndex &Index, const Expr &Addend) {
  if (!varies(Addend)) {
    Index.Offset = Index.Offset + Addend;
    return true;
  }
  Expr Coefficient = Expr::constant(1);
  std::string Variable;
  for (const Expr &Factor : factorsOf(Addend))
    if (!varies(Factor))
      Coefficient = Coefficient * Factor;
    else if (isIndexVariable(Factor) && Variable.empty())
      Variable = Factor.Name;
    else
      return false;
  Index.Terms.push_back({Variable, Coefficient});
  return true;
}

AffineIndex indexOf(const Expr &Sum) {
  AffineIndex Index;
  for (const Expr &Addend : addendsOf(Sum))
    if (!addLinear(Index, Addend))
      Index.Irregular = Index.Irregular + Addend;
  for (const std::string &S : symbols(Index.Irregular))
    if (varies(Expr::symbol(S)))
      Index.IrregularAlong.push_back(S);
  std::sort(Index.IrregularAlong.begin(), Index.IrregularAlong.end());
  // Terms of one variable stand together, as sums order them.
  std::vector<IndexTerm> Terms;
  for (IndexTerm &T : Index.Terms) {
    auto It =
        std::find_if(Terms.begin(), Terms.end(), [&](const IndexTerm &Known) {
          return Known.Variable == T.Variable;
        });
    if (It == Terms.end())
      Terms.push_back(std::move(T));
    else
      It->Coefficient = It->Coefficient + T.Coefficient;
  }
  std::erase_if(Terms,
                [](const IndexTerm &T) { return T.Coefficient.isConstant(0); });
  std::sort(Terms.begin(), Terms.end(),
            [](const IndexTerm &L, const IndexTerm &R) {
              return L.Variable < R.Variable;
            });
  Index.Terms = std::move(Terms);
  return Index;
}

/// global_id as the place of the group and that in the group.
Expr splitIds(Expr E, const LaunchRanges &Ranges) {
  for (unsigned D = 0; D < 3; ++D) {
    const std::string Dim = "(" + std::to_string(D) + ")";
    if (const auto Size = Ranges.value("local_size" + Dim))
      E = replace(E, Expr::symbol("global_id" + Dim),
                  Expr::constant(*Size) * Expr::symbol("group_id" + Dim) +
                      Expr::symbol("local_id" + Dim));
  }
  return E;
}

bool areIn(const std::vector<std::string> &Part,
           const std::vector<std::string> &Whole) {
  return std::includes(Whole.begin(), Whole.end(), Part.begin(), Part.end());
}

Expr wholeOf(const AffineIndex &Index) {
  Expr Whole = Index.Offset + Index.Irregular;
  for (const IndexTerm &T : Index.Terms)
    Whole = Whole + T.Coefficient * Expr::symbol(T.Variable);
  return Whole;
}

/// Names local ids in the place of those of sub-groups.
void bindSubGroups(MemoryAccess &A) {
  AffineIndex &Index = *A.Index;
  if (std::none_of(Index.Terms.begin(), Index.Terms.end(),
                   [](const IndexTerm &T) { return subGroupSize(T.Variable); }))
    return;
  AffineIndex Bound = indexOf(withoutSubGroups(wholeOf(Index)));
  Bound.AssumesNoWrap = Index.AssumesNoWrap;
  Bound.Clamped = Index.Clamped;
  Index = std::move(Bound);
  if (!Index.IrregularAlong.empty())
    A.Reason = "index is not linear in work-item ids and loop counters: " +
               toString(Index.Irregular);
}

/// The index of \p A that is linear along more directions; nothing where none
/// of the ways to write it is.
std::optional<AffineIndex>
settled(const MemoryAccess &A, const LaunchRanges &Ranges, bool KnowsGroups) {
  const AffineIndex &Old = *A.Index;
  const RangeOfSymbol RangeOf = [&](std::string_view S) { return Ranges(S); };
  const SymbolValue Value = [&](std::string_view S) { return Ranges.value(S); };
  const Expr Whole = wholeOf(Old);
  const Expr Bound = substitute(Whole, Value);
  const bool IsGrid =
      A.Space == AddressSpace::Global || A.Space == AddressSpace::Constant;
  std::optional<AffineIndex> Best;
  auto Try = [&](const Expr &E, bool MayWrap) {
    const Folder Fold(RangeOf, MayWrap);
    AffineIndex New = indexOf(Fold.fold(E));
    New.AssumesNoWrap = Old.AssumesNoWrap;
    New.Clamped = Old.Clamped || Fold.Wrapped;
    const auto &Known = Best ? Best->IrregularAlong : Old.IrregularAlong;
    if (New.IrregularAlong.size() < Known.size() &&
        areIn(New.IrregularAlong, Known))
      Best = std::move(New);
    return Best && Best->IrregularAlong.empty();
  };
  Try(Whole, false) || Try(Bound, false) ||
      Try(splitIds(Bound, Ranges), false) ||
      (IsGrid && (Try(Whole, true) || Try(Bound, true))) ||
      (!KnowsGroups && Try(withSubGroups(Whole), false));
  return Best;
}

} // namespace

Expr foldQuotients(const Expr &E, const RangeOfSymbol &Ranges) {
  return Folder(Ranges).fold(E);
}

void settleIndices(KernelSummary &Kernel, const Launch &L) {
  const LaunchRanges Ranges(Kernel, L);
  const bool KnowsGroups = L.Dimensions > 0;
  auto IsOfData = [](const std::string &S) { return S.starts_with("value:"); };
  for (MemoryAccess &A : Kernel.Accesses) {
    if (!A.Index)
      continue;
    bindSubGroups(A);
    if (A.Index->IrregularAlong.empty())
      continue;
    const std::vector<std::string> Names = symbols(A.Index->Irregular);
    if (std::any_of(Names.begin(), Names.end(), IsOfData))
      continue;
    std::optional<AffineIndex> New = settled(A, Ranges, KnowsGroups);
    if (!New)
      continue;
    A.Index = std::move(*New);
    if (A.Index->IrregularAlong.empty())
      A.Reason.clear();
  }
}

} // namespace roofline
