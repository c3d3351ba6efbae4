// Newton's forward differences, level by level.
#include "NestSum.h"

#include <algorithm>
#include <cassert>

namespace roofline {
namespace {

using Whole = NestTotals::Whole;

/// The values that are computed before a sum is given up.
constexpr size_t MaxValues = 1 << 17;

bool add(Whole &To, Whole Value) {
  return !__builtin_add_overflow(To, Value, &To);
}

/// The polynomial of the values \p First at 0, 1, ... at \p Point: sum over k
/// of the k-th forward difference times \p Point over k.
std::optional<Whole> valueOfPolynomial(std::vector<Whole> First, Whole Point) {
  auto AreZero = [&] {
    return std::all_of(First.begin(), First.end(),
                       [](Whole V) { return V == 0; });
  };
  Whole Sum = 0, Choose = 1;
  for (Whole Order = 0; !AreZero(); ++Order) {
    if (Order > 0) {
      if (__builtin_mul_overflow(Choose, Point - Order + 1, &Choose))
        return std::nullopt;
      Choose /= Order;
    }
    Whole Term;
    if (__builtin_mul_overflow(First.front(), Choose, &Term) || !add(Sum, Term))
      return std::nullopt;
    for (size_t I = 0; I + 1 < First.size(); ++I)
      if (__builtin_sub_overflow(First[I + 1], First[I], &First[I]))
        return std::nullopt;
    First.pop_back();
  }
  return Sum;
}

/// Its sum over 0 ... \p Size - 1, a polynomial itself.
std::optional<Whole> sumOfPolynomial(const std::vector<Whole> &First,
                                     Whole Size) {
  std::vector<Whole> Sums = {0};
  for (Whole Value : First) {
    Sums.push_back(Sums.back());
    if (!add(Sums.back(), Value))
      return std::nullopt;
  }
  return valueOfPolynomial(std::move(Sums), Size);
}

class Summer {
public:
  explicit Summer(const SummedNest &Nest)
      : Nest(Nest), Point(Nest.Levels), Known(Nest.Levels) {}

  /// Nothing once anything is not known, so that no other way is tried.
  std::optional<NestTotals> total(size_t Level) {
    if (IsGivenUp)
      return std::nullopt;
    if (Level == Nest.Levels)
      return orGiveUp(Nest.Point(Point));
    std::vector<int64_t> Key = Nest.Key(Level, Point);
    if (auto It = Known[Level].find(Key); It != Known[Level].end())
      return It->second;
    const std::optional<NestTotals> Total = orGiveUp(totalOfLevel(Level));
    if (Total)
      Known[Level].emplace(std::move(Key), *Total);
    return Total;
  }

private:
  std::optional<NestTotals> orGiveUp(std::optional<NestTotals> Value) {
    IsGivenUp |= !Value || ++NumValues > MaxValues;
    return IsGivenUp ? std::nullopt : Value;
  }

  std::optional<NestTotals> totalOfLevel(size_t Level) {
    const std::optional<int64_t> Extent = Nest.Extent(Level, Point);
    if (!Extent)
      return std::nullopt;
    const int64_t Size = std::max<int64_t>(0, *Extent);
    if (!Nest.Degree || Size <= int64_t(*Nest.Degree) + 1)
      return oneByOne(Level, Size);
    // Differences of values that fall are large, but from their end on.
    const std::optional<NestTotals> Forwards = byDifferences(Level, 0, Size);
    return Forwards ? Forwards : byDifferences(Level, Size - 1, Size);
  }

  std::optional<NestTotals> valueAt(size_t Level, int64_t Value) {
    Point[Level] = Value;
    return total(Level + 1);
  }

  std::optional<NestTotals> oneByOne(size_t Level, int64_t Size) {
    NestTotals Sum;
    for (int64_t I = 0; I < Size; ++I) {
      const std::optional<NestTotals> V = valueAt(Level, I);
      if (!V || !add(Sum.Iterations, V->Iterations) ||
          !add(Sum.Entries, V->Entries) || ++NumValues > MaxValues)
        return std::nullopt;
    }
    return Sum;
  }

  /// From the value \p First of the level on, which is its first or its last.
  std::optional<NestTotals> byDifferences(size_t Level, int64_t First,
                                          int64_t Size) {
    std::vector<Whole> Iterations, Entries;
    for (int64_t I = 0; I <= int64_t(*Nest.Degree); ++I) {
      const std::optional<NestTotals> V = valueAt(Level, First ? First - I : I);
      if (!V)
        return std::nullopt;
      Iterations.push_back(V->Iterations);
      Entries.push_back(V->Entries);
    }
    const std::optional<Whole> SumOfIterations =
        sumOfPolynomial(Iterations, Size);
    const std::optional<Whole> SumOfEntries = sumOfPolynomial(Entries, Size);
    if (!SumOfIterations || !SumOfEntries)
      return std::nullopt;
    return NestTotals{*SumOfIterations, *SumOfEntries};
  }

  const SummedNest &Nest;
  std::vector<int64_t> Point;
  std::vector<std::map<std::vector<int64_t>, NestTotals>> Known; ///< by level
  size_t NumValues = 0;
  bool IsGivenUp = false;
};

} // namespace

std::optional<NestTotals> sumNest(const SummedNest &Nest) {
  assert(Nest.Key && Nest.Extent && Nest.Point &&
         "a nest tells its keys, its extents and what a point adds");
  return Summer(Nest).total(0);
}

} // namespace roofline
