// Closed forms over the levels of a nest.
#include "LevelForm.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <numeric>

namespace roofline {

/// Lines that one part of a form may be along a level, and the largest period
/// of remainders: beyond these it is opaque.
constexpr size_t MostLines = 64;
constexpr int64_t MostPeriod = 4096;

/// Adds \p Times times \p Part; false where 64 bits overflow.
bool LevelForm::addMultiple(LevelForm &To, const LevelForm &Part,
                            int64_t Times) {
  int64_t Addend;
  bool Fits = !__builtin_mul_overflow(Part.Constant, Times, &Addend) &&
              !__builtin_add_overflow(To.Constant, Addend, &To.Constant);
  for (size_t I = 0; I < To.Coefficients.size(); ++I)
    Fits = Fits &&
           !__builtin_mul_overflow(Part.Coefficients[I], Times, &Addend) &&
           !__builtin_add_overflow(To.Coefficients[I], Addend,
                                   &To.Coefficients[I]);
  return Fits;
}

/// The affine sum of affine \p Parts.
std::optional<LevelForm> LevelForm::sumOf(const std::vector<LevelForm> &Parts) {
  assert(!Parts.empty() && "a sum of forms has parts");
  LevelForm Sum;
  Sum.Coefficients.resize(Parts.front().Coefficients.size());
  for (const LevelForm &Part : Parts)
    if (!addMultiple(Sum, Part, 1))
      return std::nullopt;
  return Sum;
}

/// The affine product of affine \p Parts, all but one of which are constant.
std::optional<LevelForm>
LevelForm::productOf(const std::vector<LevelForm> &Parts) {
  assert(!Parts.empty() && "a product of forms has parts");
  int64_t Factor = 1;
  const LevelForm *Varying = nullptr;
  for (const LevelForm &Part : Parts)
    if (!Part.isConstant())
      Varying = &Part;
    else if (__builtin_mul_overflow(Factor, Part.Constant, &Factor))
      return std::nullopt;
  LevelForm Product;
  Product.Coefficients.resize(Parts.front().Coefficients.size());
  if (!Varying)
    Product.Constant = Factor;
  else if (!addMultiple(Product, *Varying, Factor))
    return std::nullopt;
  return Product;
}

static Expr node(Expr::Kind K, std::vector<Expr> Operands) {
  Expr E;
  E.K = K;
  E.Operands = std::move(Operands);
  return E;
}

/// The parts of \p E, each a condition of its own where that is one of several:
/// max(0, min(1, x), min(1, y)) is max(max(0, min(1, x)), max(0, min(1, y))).
static std::vector<Expr> conditionsOf(const Expr &E, Expr::Kind &K) {
  const Expr Zero = Expr::constant(0), One = Expr::constant(1);
  auto IsNode = [](const Expr &E, Expr::Kind Kind, const Expr &With) {
    return E.K == Kind && E.Operands.size() > 1 && E.Operands.back() == With;
  };
  if (!IsNode(E, Expr::Kind::Max, Zero))
    return E.Operands;
  std::vector<Expr> Result;
  if (E.Operands.size() > 2) {
    for (size_t I = 0; I + 1 < E.Operands.size(); ++I)
      Result.push_back(node(Expr::Kind::Max, {E.Operands[I], Zero}));
    return Result;
  }
  const Expr &Term = E.Operands.front();
  if (!IsNode(Term, Expr::Kind::Min, One) || Term.Operands.size() == 2)
    return E.Operands;
  K = Expr::Kind::Min;
  for (size_t I = 0; I + 1 < Term.Operands.size(); ++I)
    Result.push_back(
        node(Expr::Kind::Max,
             {node(Expr::Kind::Min, {Term.Operands[I], One}), Zero}));
  return Result;
}

std::optional<LevelForm> LevelForm::parse(const Expr &E, size_t NumLevels,
                                          const LevelOf &Level) {
  LevelForm F;
  F.Coefficients.resize(NumLevels);
  if (E.isConstant()) {
    F.Constant = E.Value;
    F.Low = F.High = E.Value;
    return F;
  }
  if (E.K == Expr::Kind::Symbol) {
    const std::optional<size_t> Of = Level(E.Name);
    if (!Of)
      return std::nullopt;
    F.Coefficients[*Of] = 1;
    return F;
  }
  Expr::Kind Of = E.K;
  for (const Expr &Operand : conditionsOf(E, Of)) {
    auto Part = parse(Operand, NumLevels, Level);
    if (!Part)
      return std::nullopt;
    F.Parts.push_back(std::move(*Part));
  }
  auto IsAffine = [](const LevelForm &Part) { return Part.isAffine(); };
  auto Varies = [](const LevelForm &Part) { return !Part.isConstant(); };
  if (std::all_of(F.Parts.begin(), F.Parts.end(), IsAffine)) {
    if (E.K == Expr::Kind::Add)
      return sumOf(F.Parts);
    if (E.K == Expr::Kind::Mul &&
        std::count_if(F.Parts.begin(), F.Parts.end(), Varies) <= 1)
      return productOf(F.Parts);
  }
  // In the order of Expr::Kind.
  static constexpr Kind Kinds[] = {
      Kind::Affine, Kind::Affine, Kind::Add, Kind::Mul, Kind::Div,
      Kind::Mod,    Kind::Min,    Kind::Max, Kind::Log, Kind::Power};
  F.K = Kinds[size_t(Of)];
  for (const LevelForm &Part : F.Parts)
    for (size_t I = 0; I < NumLevels; ++I)
      F.Coefficients[I] |= Part.reads(I);
  F.findBounds(E);
  return F;
}

void LevelForm::findBounds(const Expr &E) {
  using Bound = std::optional<int64_t>;
  // One side that is known bounds a minimum from above, a maximum from below.
  auto Extreme = [&](bool IsLow, bool IsMax) {
    Bound Result;
    for (const LevelForm &Part : Parts) {
      const Bound &Own = IsLow ? Part.Low : Part.High;
      if (!Own && IsLow != IsMax)
        return Bound();
      if (Own && (!Result || (IsMax ? *Own > *Result : *Own < *Result)))
        Result = Own;
    }
    return Result;
  };
  if (K == Kind::Min || K == Kind::Max) {
    Low = Extreme(true, K == Kind::Max);
    High = Extreme(false, K == Kind::Max);
    // A distance, max(a - b, b - a).
    if (K == Kind::Max && E.Operands.size() == 2 &&
        (E.Operands[0] + E.Operands[1]).isConstant(0))
      Low = std::max<int64_t>(Low.value_or(0), 0);
    return;
  }
  if (K != Kind::Add && K != Kind::Mul)
    return;
  Low = High = K == Kind::Mul;
  for (const LevelForm &Part : Parts) {
    if (K == Kind::Add) {
      Low = Low && Part.Low ? Bound(*Low + *Part.Low) : std::nullopt;
      High = High && Part.High ? Bound(*High + *Part.High) : std::nullopt;
    } else if (Part.isConstant() && Part.Constant < 0) {
      std::swap(Low, High);
      Low = Low ? Bound(*Low * Part.Constant) : std::nullopt;
      High = High ? Bound(*High * Part.Constant) : std::nullopt;
    } else if (!Part.Low || *Part.Low < 0) {
      Low = High = std::nullopt;
    } else {
      Low = Low && *Low >= 0 ? Bound(*Low * *Part.Low) : std::nullopt;
      High = High && Part.High ? Bound(*High * *Part.High) : std::nullopt;
    }
  }
}

std::optional<int64_t> LevelForm::at(const std::vector<int64_t> &Point) const {
  if (K == Kind::Affine) {
    int64_t Sum = Constant;
    for (size_t I = 0; I < Coefficients.size(); ++I)
      if (int64_t Addend = 0;
          Coefficients[I] &&
          (__builtin_mul_overflow(Coefficients[I], Point[I], &Addend) ||
           __builtin_add_overflow(Sum, Addend, &Sum)))
        return std::nullopt;
    return Sum;
  }
  std::optional<int64_t> Result = Parts.front().at(Point);
  if (!Result)
    return std::nullopt;
  if (K == Kind::Log)
    return *Result < 1 ? -1 : std::bit_width(uint64_t(*Result)) - 1;
  if (K == Kind::Power)
    return *Result < 0 || *Result > 62 ? std::nullopt
                                       : std::optional(int64_t(1) << *Result);
  for (size_t I = 1; I < Parts.size(); ++I) {
    if (K == Kind::Mul && *Result == 0)
      return Result;
    const std::optional<int64_t> Next = Parts[I].at(Point);
    if (!Next)
      return std::nullopt;
    switch (K) {
    case Kind::Add:
      if (__builtin_add_overflow(*Result, *Next, &*Result))
        return std::nullopt;
      break;
    case Kind::Mul:
      if (__builtin_mul_overflow(*Result, *Next, &*Result))
        return std::nullopt;
      break;
    case Kind::Min:
      Result = std::min(*Result, *Next);
      break;
    case Kind::Max:
      Result = std::max(*Result, *Next);
      break;
    default:
      if (*Next == 0 || (*Result == INT64_MIN && *Next == -1))
        return std::nullopt;
      Result = K == Kind::Div ? *Result / *Next : *Result % *Next;
    }
  }
  return Result;
}

bool LevelForm::readsFrom(size_t Level) const {
  return std::any_of(Coefficients.begin() + std::ptrdiff_t(Level),
                     Coefficients.end(), [](int64_t C) { return C != 0; });
}

bool LevelForm::readsInsideOf(size_t Level) const {
  return Level + 1 < Coefficients.size() && readsFrom(Level + 1);
}

/// True for a product of two that vary and are no conditions.
bool LevelForm::isNonlinear() const {
  return K == Kind::Mul &&
         std::count_if(Parts.begin(), Parts.end(), [](const LevelForm &Part) {
           return !Part.isConstant() && !Part.isCondition();
         }) > 1;
}

bool LevelForm::isOpaqueAlong(size_t Level) const {
  if (isAffine() || !reads(Level))
    return false;
  if (K == Kind::Div || K == Kind::Mod || K == Kind::Power || K == Kind::Log ||
      isNonlinear())
    return true;
  return std::any_of(Parts.begin(), Parts.end(), [&](const LevelForm &Part) {
    return Part.isOpaqueAlong(Level);
  });
}

std::optional<int64_t> LevelForm::periodAlong(size_t Level) const {
  if (isAffine() || !reads(Level))
    return 1;
  int64_t Period = 1;
  if (K == Kind::Power || K == Kind::Log)
    return std::nullopt;
  if (K == Kind::Div || K == Kind::Mod) {
    if (!Parts[0].isAffine() || Parts[1].readsFrom(0) || !Parts[1].isAffine() ||
        Parts[1].Constant < 1 || Parts[1].Constant > MostPeriod)
      return std::nullopt;
    const int64_t By = Parts[1].Constant;
    return By / std::gcd(By, Parts[0].Coefficients[Level]);
  }
  if (isNonlinear())
    return std::nullopt;
  for (const LevelForm &Part : Parts) {
    const std::optional<int64_t> Own = Part.periodAlong(Level);
    if (!Own)
      return std::nullopt;
    Period = std::lcm(Period, *Own);
    if (Period > MostPeriod)
      return std::nullopt;
  }
  return Period;
}

/// Adds the first values behind the place where \p L and \p R cross, and where
/// they are one apart: conditions change from 0 to 1 there.
void LevelForm::addCrossing(const IntegerLine &L, const IntegerLine &R,
                            const Walk &W) {
  const __int128 Slope = __int128(L.Slope) - R.Slope;
  if (Slope == 0)
    return;
  for (int Apart : {-1, 0, 1}) {
    const __int128 Way = __int128(R.Start) - L.Start + Apart;
    // Way / Slope, rounded down.
    __int128 At = Way / Slope;
    if (Way % Slope != 0 && ((Way < 0) != (Slope < 0)))
      --At;
    for (__int128 Value : {At, At + 1})
      if (Value > 0 && Value < W.Size)
        W.Result.Breaks.push_back(int64_t(Value));
  }
}

void LevelForm::addCrossings(const std::vector<IntegerLine> &All,
                             const Walk &W) {
  for (size_t I = 0; I < All.size(); ++I)
    for (size_t J = 0; J < I; ++J)
      addCrossing(All[I], All[J], W);
}

/// The lines of a quotient or remainder whose value moves by whole multiples of
/// its divisor.
std::vector<IntegerLine> LevelForm::quotientLines(const Walk &W) const {
  const LevelForm &Value = Parts[0];
  if (Value.readsInsideOf(W.Level)) {
    W.Result.IsMixed = true;
    return {};
  }
  if (Value.isAffine() && Parts[1].isAffine() && !Parts[1].readsFrom(0)) {
    const std::vector<IntegerLine> Own = Value.lines(W);
    const int64_t By = Parts[1].Constant;
    const IntegerLine &L = Own.front();
    // Rounding is towards 0: on one side of it alone it is a line.
    const __int128 Last = L.Start + __int128(L.Slope) * (W.Size - 1);
    if (By > 0 && L.Slope % By == 0 && L.Start >= 0 && Last >= 0)
      return K == Kind::Div
                 ? std::vector<IntegerLine>{{L.Slope / By, L.Start / By}}
                 : std::vector<IntegerLine>{{0, L.Start % By}};
  }
  W.Result.IsOpaque = true;
  return {};
}

std::optional<IntegerLine> LevelForm::combine(Kind K, const IntegerLine &L,
                                              const IntegerLine &R) {
  IntegerLine Result;
  if (K == Kind::Add)
    return __builtin_add_overflow(L.Slope, R.Slope, &Result.Slope) ||
                   __builtin_add_overflow(L.Start, R.Start, &Result.Start)
               ? std::nullopt
               : std::optional(Result);
  if (L.Slope != 0 && R.Slope != 0)
    return std::nullopt;
  const IntegerLine &Varying = L.Slope != 0 ? L : R;
  const int64_t Factor = L.Slope != 0 ? R.Start : L.Start;
  return __builtin_mul_overflow(Varying.Slope, Factor, &Result.Slope) ||
                 __builtin_mul_overflow(Varying.Start, Factor, &Result.Start)
             ? std::nullopt
             : std::optional(Result);
}

/// The lines of sums, products and extremes of parts.
std::vector<IntegerLine> LevelForm::combinedLines(const Walk &W) const {
  const bool IsExtreme = K == Kind::Min || K == Kind::Max;
  std::vector<IntegerLine> All;
  bool HasInner = false, Slopes = false;
  for (const LevelForm &Part : Parts) {
    const std::vector<IntegerLine> Own = Part.lines(W);
    HasInner |= Part.readsInsideOf(W.Level);
    for (const IntegerLine &L : Own)
      Slopes |= L.Slope != 0;
    if (IsExtreme || All.empty()) {
      All.insert(All.end(), Own.begin(), Own.end());
    } else if (!Own.empty()) {
      std::vector<IntegerLine> Next;
      for (const IntegerLine &L : All)
        for (const IntegerLine &R : Own)
          if (const auto Both = combine(K, L, R))
            Next.push_back(*Both);
          else
            W.Result.IsOpaque = true;
      All = std::move(Next);
    }
    W.Result.IsOpaque |= All.size() > MostLines;
    if (W.Result.IsOpaque)
      return {};
  }
  // Where they cross depends on both.
  W.Result.IsMixed |= HasInner && Slopes;
  if (IsExtreme)
    addCrossings(All, W);
  return All;
}

IntegerLine LevelForm::affineLine(const Walk &W) const {
  int64_t Start = Constant, Slope = 0;
  bool Fits = true;
  for (size_t I = 0; I <= W.Level; ++I) {
    int64_t Addend;
    const int64_t At = I == W.Level ? W.Values.First : W.Outer[I];
    Fits = Fits && !__builtin_mul_overflow(Coefficients[I], At, &Addend) &&
           !__builtin_add_overflow(Start, Addend, &Start);
  }
  Fits = Fits &&
         !__builtin_mul_overflow(Coefficients[W.Level], W.Values.Step, &Slope);
  W.Result.IsOpaque |= !Fits;
  return {Slope, Start};
}

/// The lines of which the form is one between breaks, which are added; none
/// where levels inside have a part in them.
std::vector<IntegerLine> LevelForm::lines(const Walk &W) const {
  if (!readsFrom(W.Level)) {
    const std::optional<int64_t> Value = at(W.Outer);
    W.Result.IsOpaque |= !Value;
    return {{0, Value.value_or(0)}};
  }
  if (!reads(W.Level)) // the same at every value
    return isCondition() ? std::vector<IntegerLine>{{0, 0}, {0, 1}}
                         : std::vector<IntegerLine>();
  W.Result.ReadsLevel = true;
  std::vector<IntegerLine> All;
  if (K == Kind::Affine) {
    W.Result.IsMixed |= readsInsideOf(W.Level);
    return readsInsideOf(W.Level) ? All : std::vector{affineLine(W)};
  }
  if (K == Kind::Div || K == Kind::Mod)
    return quotientLines(W);
  if (K == Kind::Power || K == Kind::Log)
    W.Result.IsOpaque = true;
  else
    All = combinedLines(W);
  // It is 0 or 1 between the breaks, and between two of them one of these.
  return isCondition() ? std::vector<IntegerLine>{{0, 0}, {0, 1}} : All;
}

void LevelForm::along(size_t Level, const Residue &Values, int64_t Size,
                      const std::vector<int64_t> &Outer,
                      AlongLevel &Result) const {
  const Walk W{Level, Values, Size, Outer, Result};
  std::vector<IntegerLine> All = lines(W);
  All.push_back({0, 0});
  if (All.size() <= MostLines)
    addCrossings(All, W);
}

} // namespace roofline
