// Trip counts as numbers, under a launch.
#include "roofline/Kernel/TripBinder.h"

#include <algorithm>
#include <cmath>

namespace roofline {

/// Runs, over all directions, in whose middle a trip count that varies is
/// sampled: up to so many points, and any that moves in equal steps, come
/// exact.
constexpr double MaxRuns = 16384;

void TripBinder::miss(std::string What, const SourceLocation &Loc,
                      std::string Hint) {
  auto Same = [&](const MissingInput &M) { return M.What == What; };
  if (std::none_of(Missing.begin(), Missing.end(), Same))
    Missing.push_back({std::move(What), Loc, std::move(Hint)});
}

bool TripBinder::missSymbols(const Expr &E, const SourceLocation &Loc) {
  bool Found = false;
  for (const std::string &S : symbols(E)) {
    if (Symbols(S))
      continue;
    if (auto Id = loopOfSymbol(S); Id && *Id < Kernel.Loops.size()) {
      const Loop &Counted = Kernel.Loops[*Id];
      if (!boundTrip(Counted, L))
        Found |= Counted.Trip.K == TripCount::Kind::Unknown ||
                 missSymbols(Counted.Trip.Count, Loc);
      continue;
    }
    size_t Open = S.find('(');
    if (Open == std::string::npos && S != "work_dim") {
      miss("argument " + S, Loc, "bind with --arg " + S + "=VALUE");
      Found = true;
      continue;
    }
    bool OfGroup = !S.starts_with("global_") && S != "work_dim";
    if (!L.Dimensions && !S.starts_with("local_size")) {
      miss("number of work-items", Loc, "bind with --global X[,Y[,Z]]");
      Found = true;
    }
    if (OfGroup && !Symbols("local_size" + S.substr(Open))) {
      miss("work-group size", Loc, "bind with --local X[,Y[,Z]]");
      Found = true;
    }
  }
  return Found;
}

SourcePlace shortPlace(const KernelSummary &Kernel, uint32_t Id) {
  const SourceLocation &Loc = Kernel.Loops[Id].Loc;
  const bool Alone = std::none_of(
      Kernel.Loops.begin(), Kernel.Loops.end(), [&](const Loop &Other) {
        return Other.Loc.Line == Loc.Line && Other.Loc != Loc;
      });
  return {Loc.Line, Alone ? 0 : Loc.Column};
}

std::optional<double> boundTrip(const Loop &Source, const Launch &L) {
  if (auto Given = L.givenTrip(Source.Loc.Line, Source.Loc.Column))
    return Given;
  auto It = L.Measured.Trips.find({Source.Loc.Line, Source.Loc.Column});
  if (It == L.Measured.Trips.end() || Source.Trip.K == TripCount::Kind::Exact)
    return std::nullopt;
  return It->second.Mean;
}

MeanTrip TripBinder::bind(uint32_t Id) {
  const Loop &Source = Kernel.Loops[Id];
  if (std::optional<double> Given = boundTrip(Source, L))
    return {*Given};
  const MeanTrip NotKnown = {1, false, false};
  auto Miss = [&](const std::string &Why) {
    miss("trip count of the loop at line " + std::to_string(Source.Loc.Line) +
             ": " + Why,
         Source.Loc,
         Source.Loc
             ? "bind with --trip " + toString(shortPlace(Kernel, Id)) + "=COUNT"
             : "compile with -gline-tables-only for a line to bind");
  };
  if (Source.Trip.K == TripCount::Kind::Unknown) {
    Miss(Source.Trip.Reason);
    return NotKnown;
  }
  if (auto Mean = meanTrip(Id))
    return {*Mean, Source.Trip.K == TripCount::Kind::AtMost};
  if (!missSymbols(Source.Trip.Count, Source.Loc))
    Miss(toString(Source.Trip.Count) + " has no value");
  return NotKnown;
}

/// Adds what \p E varies with, loops after what their own trips vary with.
void TripBinder::addDirections(const Expr &E,
                               std::vector<std::string> &Directions) {
  auto Add = [&](std::string Name) {
    if (std::find(Directions.begin(), Directions.end(), Name) ==
        Directions.end())
      Directions.push_back(std::move(Name));
  };
  for (const std::string &S : symbols(E)) {
    if (auto Id = loopOfSymbol(S)) {
      addDirections(Kernel.Loops[*Id].Trip.Count, Directions);
      Add(S);
    } else if (S.find("_id(") != std::string::npos) {
      Add("dim:" + S.substr(S.find('(') + 1, 1));
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
  return Over;
}

/// Mean of max(0, Count) over all work-items and enclosing iterations; 0
/// where an enclosing loop never runs.
std::optional<double> TripBinder::meanTrip(uint32_t Id) {
  const Domain Over = domainOf(Id);
  Point Position;
  double Sum = 0, Weight = 0;
  RunsPerDirection = MaxRuns;
  if (const size_t N = Over.Directions.size(); N > 1)
    RunsPerDirection = std::floor(std::pow(MaxRuns, 1.0 / double(N)));
  if (!accumulate(Kernel.Loops[Id].Trip.Count, Over, 0, 1, Position, Sum,
                  Weight))
    return std::nullopt;
  return Weight > 0 ? Sum / Weight : 0;
}

bool TripBinder::accumulate(const Expr &Count, const Domain &Over, size_t Level,
                            double PointWeight, Point &Position, double &Sum,
                            double &Weight) {
  SymbolValue Value = [&](std::string_view S) { return valueAt(S, Position); };
  if (Level == Over.Directions.size()) {
    std::optional<int64_t> Trip = evaluate(Count, Value);
    if (!Trip)
      return false;
    for (uint32_t Id : Over.Between) {
      std::optional<int64_t> Runs =
          evaluate(Kernel.Loops[Id].Trip.Count, Value);
      if (!Runs)
        return false;
      PointWeight *= double(std::max<int64_t>(0, *Runs));
    }
    Sum += PointWeight * std::max<int64_t>(0, *Trip);
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
      if (!accumulate(Count, Over, Level + 1, PointWeight * Share, Position,
                      Sum, Weight))
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
  size_t Open = S.find("_id(");
  if (Open == std::string_view::npos)
    return Symbols(S);
  std::string Dim(S.substr(Open + 4, 1));
  auto It = Position.find("dim:" + Dim);
  if (It == Position.end())
    return std::nullopt;
  if (S.starts_with("global_"))
    return It->second;
  std::optional<int64_t> GroupSize = Symbols("local_size(" + Dim + ")");
  if (!GroupSize || *GroupSize <= 0)
    return std::nullopt;
  return S.starts_with("local_") ? It->second % *GroupSize
                                 : It->second / *GroupSize;
}

SymbolValue launchSymbols(const KernelSummary &Kernel, const Launch &L) {
  return [&Kernel, &L](std::string_view S) -> std::optional<int64_t> {
    if (auto It = L.Args.find(S); It != L.Args.end())
      return It->second;
    if (S == "work_dim")
      return L.Dimensions ? std::optional<int64_t>(L.Dimensions) : std::nullopt;
    size_t Open = S.find('(');
    if (Open == std::string_view::npos || Open + 1 >= S.size())
      return std::nullopt;
    unsigned Dim = S[Open + 1] - '0';
    std::string_view What = S.substr(0, Open);
    if (Dim > 2)
      return std::nullopt;
    std::optional<int64_t> Local;
    if (const auto &Required = Kernel.Attributes.ReqdWorkGroupSize)
      Local = (*Required)[Dim];
    if (L.Local)
      Local = int64_t((*L.Local)[Dim]);
    if (What == "local_size")
      return Local;
    if (What == "global_offset")
      return 0;
    if (!L.Dimensions)
      return std::nullopt;
    if (What == "global_size")
      return int64_t(L.Global[Dim]);
    if (What == "num_groups" && Local && *Local > 0)
      return int64_t(L.Global[Dim]) / *Local;
    return std::nullopt;
  };
}

} // namespace roofline
