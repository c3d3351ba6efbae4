// The mean of a trip count over all that it varies with.
#include "roofline/Kernel/TripBinder.h"

#include "NestSum.h"

#include "roofline/Kernel/Summation.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace roofline {

/// Runs, over all directions, in whose middle a trip count is sampled that is
/// not summed exactly.
constexpr double MaxRuns = 16384;
/// In fewer along a direction nothing is found out.
constexpr double LeastRuns = 8;
/// "dim:0", the direction that "global_id(0)", "local_id(0)" and "group_id(0)"
/// move along; nothing for other symbols.
static std::optional<std::string> dimensionOf(std::string_view Symbol) {
  const size_t Open = Symbol.find("_id(");
  return Open == std::string_view::npos
             ? std::nullopt
             : std::optional("dim:" + std::string(Symbol.substr(Open + 4, 1)));
}

/// Adds what \p E varies with, loops after what their own trips vary with.
void TripBinder::addDirections(const Expr &E,
                               std::vector<std::string> &Directions) {
  auto IsKnown = [&](const std::string &Name) {
    return std::find(Directions.begin(), Directions.end(), Name) !=
           Directions.end();
  };
  for (const std::string &S : symbols(E)) {
    if (auto Id = loopOfSymbol(S); Id && !IsKnown(S)) {
      addDirections(Kernel.Loops[*Id].Trip.Count, Directions);
      Directions.push_back(S);
    } else if (auto Direction = dimensionOf(S);
               Direction && !IsKnown(*Direction)) {
      Directions.push_back(*Direction);
    }
  }
}

TripBinder::Domain TripBinder::domainOf(uint32_t Id) {
  Domain Over;
  std::vector<std::string> &Known = Over.Directions;
  addDirections(Kernel.Loops[Id].Trip.Count, Known);
  auto IsKnown = [&](const std::string &D) {
    return std::find(Known.begin(), Known.end(), D) != Known.end();
  };
  size_t Before;
  do {
    Before = Known.size();
    Over.Between.clear();
    for (auto P = Kernel.Loops[Id].Parent; P; P = Kernel.Loops[*P].Parent) {
      const Loop &Around = Kernel.Loops[*P];
      if (IsKnown(symbolOfLoop(*P)) || boundTrip(Around, L) ||
          Around.Trip.K == TripCount::Kind::Unknown)
        continue;
      std::vector<std::string> Own;
      addDirections(Around.Trip.Count, Own);
      if (std::none_of(Own.begin(), Own.end(), IsKnown))
        continue;
      addDirections(Around.Trip.Count, Known);
      Over.Between.push_back(*P);
    }
  } while (Known.size() > Before);
  countIdsAlone(Id, Over);
  return Over;
}

/// Makes a dimension that is read as one kind of id alone that id: "dim:0" with
/// local_id(0) alone is the work-items of one group.
void TripBinder::countIdsAlone(uint32_t Id, Domain &Over) {
  std::set<std::string> Read;
  auto Add = [&](uint32_t Loop) {
    for (std::string &S : symbols(Kernel.Loops[Loop].Trip.Count))
      Read.insert(std::move(S));
  };
  Add(Id);
  for (uint32_t Between : Over.Between)
    Add(Between);
  for (const std::string &Direction : Over.Directions)
    if (auto Around = loopOfSymbol(Direction))
      Add(*Around);
  for (std::string &Direction : Over.Directions) {
    std::vector<std::string> Ids;
    for (const std::string &S : Read)
      if (dimensionOf(S) == Direction)
        Ids.push_back(S);
    if (Ids.size() != 1)
      continue;
    const std::string Dim = Ids[0].substr(Ids[0].find('('));
    const auto Global = Symbols("global_size" + Dim),
               Local = Symbols("local_size" + Dim);
    if (Ids[0].starts_with("global_") ||
        (Global && Local.value_or(0) > 0 && *Global % *Local == 0))
      Direction = Ids[0];
  }
}

namespace {

/// An expression of a nest as a sum of multiples of counters, by level.
struct CounterSum {
  std::vector<int64_t> Coefficients; ///< 0: not read
  /// It is no such sum: what counters it reads, with 1 as coefficient.
  bool IsOther = false;

  bool reads(size_t Level) const { return Coefficients[Level] != 0; }
};

/// The level that counts \p Symbol itself: a loop, an id alone, or a dimension
/// whose global id it is.
std::optional<size_t> levelOf(const std::string &Symbol,
                              const std::vector<std::string> &Directions) {
  for (size_t Level = 0; Level < Directions.size(); ++Level)
    if (Directions[Level] == Symbol ||
        (Symbol.starts_with("global_id") &&
         Directions[Level] == dimensionOf(Symbol)))
      return Level;
  return std::nullopt;
}

/// Adds \p Factor times \p E; false where it is no such sum.
bool addTo(CounterSum &Sum, const Expr &E, int64_t Factor,
           const std::vector<std::string> &Directions,
           const SymbolValue &Bound) {
  if (evaluate(E, Bound))
    return true;
  if (auto Level = levelOf(E.Name, Directions);
      Level && E.K == Expr::Kind::Symbol) {
    int64_t &Coefficient = Sum.Coefficients[*Level];
    return !__builtin_add_overflow(Coefficient, Factor, &Coefficient);
  }
  if (E.K == Expr::Kind::Add)
    return std::all_of(E.Operands.begin(), E.Operands.end(),
                       [&](const Expr &Part) {
                         return addTo(Sum, Part, Factor, Directions, Bound);
                       });
  if (E.K != Expr::Kind::Mul)
    return false;
  const Expr *Varying = nullptr;
  for (const Expr &Part : E.Operands) {
    const std::optional<int64_t> Value = evaluate(Part, Bound);
    if ((!Value && Varying) ||
        (Value && __builtin_mul_overflow(Factor, *Value, &Factor)))
      return false;
    if (!Value)
      Varying = &Part;
  }
  return Varying && addTo(Sum, *Varying, Factor, Directions, Bound);
}

CounterSum counterSum(const Expr &E, const std::vector<std::string> &Directions,
                      const SymbolValue &Bound) {
  CounterSum Sum{std::vector<int64_t>(Directions.size()), false};
  if (addTo(Sum, E, 1, Directions, Bound))
    return Sum;
  Sum = {std::vector<int64_t>(Directions.size()), true};
  for (const std::string &S : symbols(E))
    for (size_t I = 0; I < Directions.size(); ++I)
      if (Directions[I] == S || Directions[I] == dimensionOf(S))
        Sum.Coefficients[I] = 1;
  return Sum;
}

/// The part that the counters \p Point around have in the expressions of \p
/// Level and inside; \p Sums by level.
std::vector<int64_t> keyOf(const std::vector<std::vector<CounterSum>> &Sums,
                           size_t Level, const std::vector<int64_t> &Point) {
  std::vector<int64_t> Key;
  for (size_t Inside = Level; Inside < Sums.size(); ++Inside)
    for (const CounterSum &Sum : Sums[Inside]) {
      uint64_t Part = 0; // modulo 2^64, which every wrap agrees on
      for (size_t Around = 0; Around < Level; ++Around)
        if (!Sum.IsOther)
          Part += uint64_t(Sum.Coefficients[Around]) * uint64_t(Point[Around]);
        else if (Sum.reads(Around))
          Key.push_back(Point[Around]);
      Key.push_back(int64_t(Part));
    }
  return Key;
}

} // namespace

/// The trip count of loop \p Id at a point, then those of the loops in between;
/// negative ones are 0.
std::optional<std::vector<int64_t>>
TripBinder::countsAt(uint32_t Id, const Domain &Over,
                     const SymbolValue &Value) const {
  std::vector<int64_t> Counts;
  auto Add = [&](uint32_t Loop) {
    const auto Count = evaluate(Kernel.Loops[Loop].Trip.Count, Value);
    Counts.push_back(std::max<int64_t>(0, Count.value_or(0)));
    return Count.has_value();
  };
  return Add(Id) && std::all_of(Over.Between.begin(), Over.Between.end(), Add)
             ? std::optional(Counts)
             : std::nullopt;
}

/// The sums of the trip count of loop \p Id over its domain; nothing where they
/// are not computed exactly.
std::optional<NestTotals> TripBinder::exactTotals(uint32_t Id,
                                                  const Domain &Over) {
  const std::vector<std::string> &Directions = Over.Directions;
  // By level what its extent reads; at the end, what a point does.
  std::vector<std::vector<CounterSum>> Sums(Directions.size() + 1);
  bool IsPolynomial = true;
  auto Reads = [&](size_t Level, const Loop &Inner) {
    Sums[Level].push_back(counterSum(Inner.Trip.Count, Directions, Symbols));
    // A given count says nothing of the bounds inside.
    IsPolynomial &= !Sums[Level].back().IsOther && !boundTrip(Inner, L) &&
                    sumsAsItStands(Kernel, Inner);
  };
  for (size_t Level = 0; Level < Directions.size(); ++Level)
    if (auto Around = loopOfSymbol(Directions[Level]))
      Reads(Level, Kernel.Loops[*Around]);
  Reads(Directions.size(), Kernel.Loops[Id]);
  for (uint32_t Between : Over.Between)
    Reads(Directions.size(), Kernel.Loops[Between]);

  Point Position;
  const SymbolValue Value = [&](std::string_view S) {
    return valueAt(S, Position);
  };
  auto MoveTo = [&](const std::vector<int64_t> &Point, size_t Levels) {
    for (size_t I = 0; I < Levels; ++I)
      Position[Directions[I]] = Point[I];
  };
  SummedNest Nest;
  Nest.Levels = Directions.size();
  Nest.Key = [&](size_t Level, const std::vector<int64_t> &Point) {
    return keyOf(Sums, Level, Point);
  };
  if (IsPolynomial)
    Nest.Degree = Directions.size() + Over.Between.size() + 1;
  Nest.Extent = [&](size_t Level, const std::vector<int64_t> &Point) {
    MoveTo(Point, Level);
    return extentOf(Directions[Level], Value);
  };
  Nest.Point =
      [&](const std::vector<int64_t> &Point) -> std::optional<NestTotals> {
    MoveTo(Point, Directions.size());
    const auto Counts = countsAt(Id, Over, Value);
    if (!Counts)
      return std::nullopt;
    NestTotals Totals{Counts->front(), 1};
    for (size_t I = 1; I < Counts->size(); ++I)
      if (const NestTotals::Whole Times = (*Counts)[I];
          __builtin_mul_overflow(Totals.Entries, Times, &Totals.Entries) ||
          __builtin_mul_overflow(Totals.Iterations, Times, &Totals.Iterations))
        return std::nullopt;
    return Totals;
  };
  return sumNest(Nest);
}

/// Mean of max(0, Count) over those alone that conditions let enter the loop;
/// nothing where all do, or the launch does not tell.
std::optional<MeanTrip> TripBinder::meanOfEntries(uint32_t Id) {
  if (!varies(Kernel.Loops[Id].Trip.Count))
    return std::nullopt;
  std::vector<Expr> Conditions;
  for (std::optional<uint32_t> Of = Id; Of; Of = Kernel.Loops[*Of].Parent)
    if (const Expr &Form = Kernel.Loops[*Of].When.Form; !Form.isConstant(1))
      Conditions.push_back(Form);
  if (Conditions.empty())
    return std::nullopt;
  const auto Entries = Sums.points(Kernel.Loops[Id].Parent, Conditions);
  const auto Iterations = Entries ? Sums.points(Id, Conditions) : std::nullopt;
  if (!Iterations || Entries->Number == 0)
    return std::nullopt;
  MeanTrip Mean;
  Mean.Value = Iterations->Number / Entries->Number;
  Mean.IsSampled = Iterations->IsSampled || Entries->IsSampled;
  return Mean;
}

/// Mean of max(0, Count) over all work-items and enclosing iterations; 0
/// where an enclosing loop never runs.
std::optional<MeanTrip> TripBinder::meanTrip(uint32_t Id, std::string &Why) {
  if (const std::optional<MeanTrip> OfEntries = meanOfEntries(Id))
    return OfEntries;
  const Domain Over = domainOf(Id);
  MeanTrip Mean;
  // A given mean is no number of iterations where it is a fraction.
  for (const std::string &Direction : Over.Directions)
    if (auto Around = loopOfSymbol(Direction))
      if (auto Given = boundTrip(Kernel.Loops[*Around], L))
        Mean.IsSampled |= *Given != std::floor(*Given);
  if (const std::optional<NestTotals> Exact = exactTotals(Id, Over)) {
    Mean.Value = Exact->Entries > 0 ? double((long double)Exact->Iterations /
                                             (long double)Exact->Entries)
                                    : 0;
    return Mean;
  }
  Point Position;
  double Sum = 0, Weight = 0;
  RunsPerDirection = MaxRuns;
  if (const size_t N = Over.Directions.size(); N > 1)
    RunsPerDirection = std::floor(std::pow(MaxRuns, 1.0 / double(N)));
  if (RunsPerDirection < LeastRuns) {
    Why = " varies with " + std::to_string(Over.Directions.size()) +
          " loops and ids, too many to take its mean over";
    return std::nullopt;
  }
  if (!accumulate(Id, Over, 0, 1, Position, Sum, Weight)) {
    Why = " has no value";
    return std::nullopt;
  }
  Mean.Value = Weight > 0 ? Sum / Weight : 0;
  Mean.IsSampled = true;
  return Mean;
}

bool TripBinder::accumulate(uint32_t Id, const Domain &Over, size_t Level,
                            double PointWeight, Point &Position, double &Sum,
                            double &Weight) {
  SymbolValue Value = [&](std::string_view S) { return valueAt(S, Position); };
  if (Level == Over.Directions.size()) {
    const auto Counts = countsAt(Id, Over, Value);
    if (!Counts)
      return false;
    for (size_t I = 1; I < Counts->size(); ++I)
      PointWeight *= double((*Counts)[I]);
    Sum += PointWeight * double(Counts->front());
    Weight += PointWeight;
    return true;
  }
  const std::string &Direction = Over.Directions[Level];
  std::optional<int64_t> Extent = extentOf(Direction, Value);
  if (!Extent)
    return false;
  const uint64_t Size = std::max<int64_t>(0, *Extent);
  const uint64_t Runs =
      std::min<uint64_t>(std::max(1.0, RunsPerDirection), Size);
  for (uint64_t I = 0, First = 0; I < Runs; ++I) {
    // Runs of nearly equal length; the middle of an even one is two points.
    uint64_t Length = Size / Runs + (I < Size % Runs);
    for (uint64_t Middle : {(Length - 1) / 2, Length / 2}) {
      Position[Direction] = int64_t(First + Middle);
      double Share = Length % 2 ? Length : Length / 2.0;
      if (!accumulate(Id, Over, Level + 1, PointWeight * Share, Position, Sum,
                      Weight))
        return false;
      if (Length % 2)
        break;
    }
    First += Length;
  }
  Position.erase(Direction);
  return true;
}

std::optional<int64_t> TripBinder::extentOf(const std::string &Direction,
                                            const SymbolValue &Value) {
  if (Direction.starts_with("dim:"))
    return Value("global_size(" + Direction.substr(4) + ")");
  if (const size_t Open = Direction.find("_id("); Open != std::string::npos) {
    const std::string Dim = Direction.substr(Open + 3);
    return Value((Direction.starts_with("global_")  ? "global_size"
                  : Direction.starts_with("local_") ? "local_size"
                                                    : "num_groups") +
                 Dim);
  }
  const Loop &Source = Kernel.Loops[*loopOfSymbol(Direction)];
  if (std::optional<double> Given = boundTrip(Source, L))
    return int64_t(std::llround(*Given));
  if (Source.Trip.K == TripCount::Kind::Unknown)
    return std::nullopt;
  return evaluate(Source.Trip.Count, Value);
}

std::optional<int64_t> TripBinder::valueAt(std::string_view S,
                                           const Point &Position) {
  if (auto It = Position.find(S); It != Position.end())
    return It->second;
  const std::optional<std::string> Direction = dimensionOf(S);
  if (!Direction)
    return Symbols(S);
  auto It = Position.find(*Direction);
  if (It == Position.end())
    return std::nullopt;
  if (S.starts_with("global_"))
    return It->second;
  const std::string Dim = Direction->substr(4);
  std::optional<int64_t> GroupSize = Symbols("local_size(" + Dim + ")");
  if (!GroupSize || *GroupSize <= 0)
    return std::nullopt;
  return S.starts_with("local_") ? It->second % *GroupSize
                                 : It->second / *GroupSize;
}

} // namespace roofline
