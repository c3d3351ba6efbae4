// Executions of loops and their operations over all work-items.
#include "RunCounter.h"

#include "roofline/Kernel/Summation.h"

#include <algorithm>
#include <cmath>

namespace roofline {

/// A mean times its number of terms misses a whole number by its last digits.
static double wholeOf(double Number) {
  double Whole = std::round(Number);
  return std::abs(Number - Whole) <= 1e-9 * std::abs(Number) ? Whole : Number;
}

/// A measured share of the most; the form stays a range. About right where the
/// profile is another launch's.
static void setNumber(Count &C, double Share, const ProfiledRun &From) {
  C.IsSampled |= From.Scaled;
  C.Least = C.Most =
      C.Most ? std::optional(wholeOf(*C.Most * Share)) : std::nullopt;
}

static void dropLeast(Count &C) {
  C.LeastForm = Expr::constant(0);
  C.Least = 0;
}

/// True for a condition whose form says nothing: data decide, or what no form
/// is found for.
static bool isOpen(const Guard &When) { return When.Form.isConstant(1); }

RunCounter::RunCounter(const KernelSummary &Kernel, const Launch &L,
                       std::vector<MissingInput> &Missing)
    : Kernel(Kernel), L(L), Trips(Kernel, L, Missing), Sums(Kernel, L) {
  countWorkItems();
  for (uint32_t Id = 0; Id < Kernel.Loops.size(); ++Id)
    countLoop(Id);
  findArms();
}

void RunCounter::countWorkItems() {
  Count &WorkItems = Items.Body;
  Expr Form = !isSingleWorkItem(Kernel) || L.Dimensions ? Expr::symbol("WI")
                                                        : Expr::constant(1);
  WorkItems.LeastForm = WorkItems.MostForm = Form;
  std::optional<double> Number;
  if (L.Dimensions)
    Number = double(L.Global[0]) * L.Global[1] * L.Global[2];
  else if (isSingleWorkItem(Kernel))
    Number = 1;
  else
    Trips.miss("number of work-items", Kernel.Loc,
               "bind with --global X[,Y[,Z]]");
  WorkItems.Least = WorkItems.Most = Number;
  Items.IsCounted = Number.has_value();
}

std::optional<PointCount>
RunCounter::points(std::optional<uint32_t> Loop, const Runs &In,
                   const std::vector<Expr> &More) const {
  std::vector<Expr> All = In.Conditions;
  All.insert(All.end(), More.begin(), More.end());
  std::optional<PointCount> P = Sums.points(Loop, All);
  if (P)
    P->Number = wholeOf(P->Number * In.Share);
  return P;
}

void RunCounter::setPoints(Count &C, const PointCount &P, bool IsBound) {
  C.Most = P.Number;
  C.Least = IsBound ? 0 : P.Number;
  C.IsSampled = P.IsSampled;
}

void RunCounter::countLoop(uint32_t Id) {
  Runs Counted;
  countEntries(Id, around(Kernel.Loops[Id].Parent), Counted);
  countBody(Id, Counted);
  Loops.push_back(std::move(Counted));
}

void RunCounter::countEntries(uint32_t Id, const Runs &Around, Runs &Counted) {
  const Loop &Source = Kernel.Loops[Id];
  const bool AlsoAtExit = Source.Parent && Source.AlsoAtExit;
  Counted.Conditions = Around.Conditions;
  Counted.Share = Around.Share;
  Counted.IsBound = Around.IsBound;
  Counted.IsCounted = Around.IsCounted && !AlsoAtExit;
  Counted.Entries = Around.Body;
  if (AlsoAtExit)
    Counted.Entries += Around.Entries;
  if (!Source.Predicated)
    return;
  const auto Measured =
      L.Measured.EntryShares.find({Source.Loc.Line, Source.Loc.Column});
  dropLeast(Counted.Entries);
  if (Measured != L.Measured.EntryShares.end() &&
      (Source.When.IsOfData || isOpen(Source.When))) {
    setNumber(Counted.Entries, Measured->second, L.Measured);
    Counted.Share *= Measured->second;
    return;
  }
  Counted.IsBound |= Source.When.IsOfData || isOpen(Source.When);
  if (isOpen(Source.When))
    return;
  Counted.Conditions.push_back(Source.When.Form);
  const auto P =
      Counted.IsCounted ? points(Source.Parent, Counted, {}) : std::nullopt;
  Counted.IsCounted = P.has_value();
  if (P)
    setPoints(Counted.Entries, *P, Counted.IsBound);
}

void RunCounter::countBody(uint32_t Id, Runs &Counted) {
  const Loop &Source = Kernel.Loops[Id];
  const MeanTrip Trip = Trips.bind(Id);
  const bool Known = Trip.IsKnown;
  const bool AtMost =
      Known ? Trip.AtMost
            : Source.Trip.K == TripCount::Kind::AtMost && !boundTrip(Source, L);
  auto Times = [&](const std::optional<double> &Times) {
    return Known && Times ? std::optional(wholeOf(*Times * Trip.Value))
                          : std::nullopt;
  };
  Count &Body = Counted.Body;
  Body.IsSampled = Counted.Entries.IsSampled || Trip.IsSampled;
  Body.Least = Times(Counted.Entries.Least);
  Body.Most = Times(Counted.Entries.Most);
  std::optional<Expr> Form = bodyForm(Id);
  Body.LeastForm = Body.MostForm = Form;
  Counted.IsBound |= AtMost;
  if (AtMost ||
      (Counted.Entries.LeastForm && Counted.Entries.LeastForm->isConstant(0)))
    Body.LeastForm = Expr::constant(0);
  if (AtMost || Counted.Entries.Least == 0)
    Body.Least = 0;
  Counted.IsCounted &= Known;
  // The mean is over all, not over those alone that come here.
  if (Counted.Conditions.empty() || !Counted.IsCounted)
    return;
  const auto P = points(Id, Counted, {});
  Counted.IsCounted = P.has_value();
  if (P)
    setPoints(Body, *P, Counted.IsBound);
}

Expr RunCounter::tripForm(uint32_t Id) const {
  const Loop &Source = Kernel.Loops[Id];
  if (Source.Trip.K == TripCount::Kind::Unknown || boundTrip(Source, L) ||
      !sumsAsItStands(Kernel, Source))
    return Expr::symbol("trip(" + std::to_string(Source.Loc.Line) + ")");
  return Source.Trip.Count;
}

/// Iterations of loop \p Id over all entries: the sum of its trip counts over
/// the iterations around it and the work-items.
std::optional<Expr> RunCounter::bodyForm(uint32_t Id) const {
  std::optional<Expr> Form = tripForm(Id);
  for (auto Around = Kernel.Loops[Id].Parent; Around && Form;
       Around = Kernel.Loops[*Around].Parent)
    Form = sumOver(*Form, symbolOfLoop(*Around), tripForm(*Around));
  return Form ? sumOverWorkItems(*Form, *Items.Body.MostForm) : std::nullopt;
}

RunCounter::Kind RunCounter::kindOf(const Tally &T) {
  return {T.Name,     T.Type.Scalar, T.Type.Bits,  T.Type.Lanes,
          T.NumBytes, T.Space,       T.AlsoAtExit, T.Loop};
}

void RunCounter::findArms() {
  for (const Tally &T : Kernel.Tallies) {
    if (!T.Predicated)
      continue;
    auto [It, IsNew] = ArmsOf.try_emplace(kindOf(T), Arms{&T.When.Form});
    Arms &Own = It->second;
    Own.AreUnderOne &= *Own.Condition == T.When.Form;
    Count Ignored;
    Own.AreCounted = Own.AreCounted || isCountedByGuard(T, Ignored);
  }
}

/// Sets the numbers of \p C where the launch decides what \p T waits for.
bool RunCounter::isCountedByGuard(const Tally &T, Count &C) const {
  const Runs &Around = around(T.Loop);
  if (isOpen(T.When) || T.AlsoAtExit || !Around.IsCounted)
    return false;
  const auto P = points(T.Loop, Around, {T.When.Form});
  if (P)
    setPoints(C, *P, Around.IsBound || T.When.IsOfData);
  return P.has_value();
}

void RunCounter::addUndecided(const Guard &When, const SourceLocation &Place,
                              std::vector<MissingInput> &All) const {
  auto Add = [&](std::string What, const SourceLocation &Loc,
                 std::string Hint) {
    const MissingInput New{std::move(What), Loc, std::move(Hint)};
    if (std::none_of(All.begin(), All.end(), [&](const MissingInput &M) {
          return M.What == New.What && M.Loc == New.Loc;
        }))
      All.push_back(New);
  };
  if (When.IsOfData || isOpen(When))
    return Add("a condition of data", When.DataLoc ? When.DataLoc : Place,
               "a profile tells: --profile");
  const SymbolValue Value = launchSymbols(Kernel, L);
  for (const std::string &S : symbols(When.Form))
    if (!varies(Expr::symbol(S)) && !Value(S))
      Add("a condition of " + S, Place, "give the launch all that it needs");
}

std::vector<MissingInput> RunCounter::undecided() const {
  std::vector<MissingInput> All;
  if (!Items.IsCounted)
    return All;
  for (size_t Id = 0; Id < Kernel.Loops.size(); ++Id) {
    const Loop &Source = Kernel.Loops[Id];
    if (Source.Predicated && Loops[Id].Entries.Least != Loops[Id].Entries.Most)
      addUndecided(Source.When, Source.Loc, All);
    if (Source.Trip.K == TripCount::Kind::AtMost && !boundTrip(Source, L))
      All.push_back({"a loop that may end early", Source.Loc,
                     "a profile tells: --profile"});
  }
  for (const Tally &T : Kernel.Tallies)
    if (T.Predicated)
      if (const Executions Executed = this->of(T);
          Executed.Runs.Least != Executed.Runs.Most)
        addUndecided(T.When, T.Loc, All);
  return All;
}

Count RunCounter::runsOf(const Tally &T) const { return of(T).Runs; }

RunCounter::Executions RunCounter::of(const Tally &T) const {
  const Runs &Around = around(T.Loop);
  Executions Result;
  Result.Each = Result.EachOfForms = int64_t(T.Number);
  Count &C = Result.Runs;
  C = Around.Body;
  if (T.Loop && T.AlsoAtExit)
    C += Around.Entries;
  if (T.IsLoopLost)
    C = {{}, {}, {}, {}};
  const auto Measured =
      L.Measured.Shares.find({{T.Loc.Line, T.Loc.Column}, T.Name});
  const bool IsMeasured = Measured != L.Measured.Shares.end();
  if (!T.Predicated) {
    if (IsMeasured) // in a loop that may end early
      setNumber(C, Measured->second, L.Measured);
    return Result;
  }
  const std::optional<double> All = C.Most;
  dropLeast(C);
  const bool IsCounted = isCountedByGuard(T, C);
  if (IsMeasured && !(IsCounted && !T.When.IsOfData)) {
    C.Most = All;
    setNumber(C, Measured->second, L.Measured);
  }
  // An upper bound has the larger of two arms; a profile says of each arm how
  // often it ran, and so does a condition that the launch decides.
  if (!L.Measured.Shares.empty())
    return Result;
  Result.EachOfForms = int64_t(T.Number - T.InStead);
  const Arms &Own = ArmsOf.at(kindOf(T));
  if (C.Least != C.Most && (Own.AreUnderOne || !Own.AreCounted))
    Result.Each = Result.EachOfForms;
  return Result;
}

} // namespace roofline
