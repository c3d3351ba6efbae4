// Trip counts as numbers, under a launch.
#include "roofline/Kernel/TripBinder.h"

#include <algorithm>
#include <cassert>

namespace roofline {

/// [iteration] A bound from here on is an "endless" of the author's, INT_MAX
/// less a start.
constexpr double MeaninglessBound = 1 << 30;

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
      Found |= missTrip(*Id, Loc);
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

/// Reports what the trip count of loop \p Id lacks; false where nothing.
bool TripBinder::missTrip(uint32_t Id, const SourceLocation &Loc) {
  const Loop &Counted = Kernel.Loops[Id];
  if (boundTrip(Counted, L))
    return false;
  if (Counted.Trip.K == TripCount::Kind::Unknown)
    return true;
  if (auto It = MissesTrip.find(Id); It != MissesTrip.end())
    return It->second;
  return MissesTrip[Id] = missSymbols(Counted.Trip.Count, Loc);
}

SourcePlace shortPlace(const KernelSummary &Kernel, uint32_t Id) {
  assert(Id < Kernel.Loops.size() && "a place is that of a loop of the kernel");
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
  assert(Id < Kernel.Loops.size() &&
         "a trip count is that of a loop of the kernel");
  const Loop &Source = Kernel.Loops[Id];
  if (std::optional<double> Given = boundTrip(Source, L)) {
    MeanTrip Mean{*Given};
    Mean.IsSampled =
        L.Measured.Scaled && !L.givenTrip(Source.Loc.Line, Source.Loc.Column);
    return Mean;
  }
  MeanTrip NotKnown;
  NotKnown.IsKnown = false;
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
  std::string WhyNoMean;
  if (std::optional<MeanTrip> Mean = meanTrip(Id, WhyNoMean)) {
    Mean->AtMost = Source.Trip.K == TripCount::Kind::AtMost;
    if (!Mean->AtMost || Mean->Value < MeaninglessBound)
      return *Mean;
    Miss("its bound, " + toString(Source.Trip.Count) +
         ", says no more than the counter's width" +
         (Source.Trip.Reason.empty() ? "" : "; " + Source.Trip.Reason));
    return NotKnown;
  }
  if (!missSymbols(Source.Trip.Count, Source.Loc))
    Miss(toString(Source.Trip.Count) + WhyNoMean);
  return NotKnown;
}

SymbolValue launchSymbols(const KernelSummary &Kernel, const Launch &L) {
  return [&Kernel, &L](std::string_view S) -> std::optional<int64_t> {
    if (auto It = L.Args.find(S); It != L.Args.end())
      return It->second;
    const bool IsOneItem = !L.Dimensions && isSingleWorkItem(Kernel);
    if (S == "work_dim")
      return L.Dimensions ? std::optional<int64_t>(L.Dimensions)
             : IsOneItem  ? std::optional<int64_t>(1)
                          : std::nullopt;
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
    if (IsOneItem &&
        (What == "local_size" || What == "global_size" || What == "num_groups"))
      return 1;
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
