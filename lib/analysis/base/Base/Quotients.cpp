// Quotients and remainders that known ranges decide.
#include "roofline/Base/Quotients.h"

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
  Folder(const RangeOfSymbol &Ranges, const MeetsBorder &Meets)
      : Ranges(Ranges), Meets(Meets) {}

  mutable bool LeftOut = false; ///< a border

  Expr fold(const Expr &E) const {
    if (E.Operands.empty()) {
      // An id of one value, as in a dimension of size 1.
      const FormRange R = rangeOf(E);
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
    if (const auto Inside = Meets ? insideBorder(P.Rest, R) : std::nullopt)
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
    if (Step == 0 || std::abs(Step) > MostSteps || Names.empty() ||
        !std::all_of(Names.begin(), Names.end(), Meets) || !isNatural(X) ||
        (By.isConstant() && By.Value < LeastSize))
      return std::nullopt;
    LeftOut = true;
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

  const RangeOfSymbol &Ranges;
  const MeetsBorder &Meets;
};

} // namespace

Expr foldQuotients(const Expr &E, const RangeOfSymbol &Ranges) {
  return Folder(Ranges, nullptr).fold(E);
}

InsideBorders foldInsideBorders(const Expr &E, const RangeOfSymbol &Ranges,
                                const MeetsBorder &Meets) {
  const Folder F(Ranges, Meets);
  Expr Folded = F.fold(E);
  return {std::move(Folded), F.LeftOut};
}

} // namespace roofline
