// Total time of an application's launches.
#include "roofline/Pricing/PriceApplication.h"

#include "AutorunKernels.h"

#include "roofline/Options/LaunchOptions.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <map>
#include <memory>
#include <set>

using namespace llvm;

namespace roofline {
namespace {

/// Record of a launch once it is priced.
struct Priced {
  const KernelSummary *Kernel;
  Launch L;
  Launch Whole; ///< with what the kernel and a profile add
  double Time;
  TimeBound Bound;
  bool KnowsInputs;
  /// Of a launch beside others, where a channel may join them.
  std::shared_ptr<const AnalysisResult> Result;
};

class ApplicationPricer {
public:
  ApplicationPricer(ArrayRef<KernelSummary> Kernels, const Device &D,
                    const AnalyzeOptions &Options, AdjustLaunch Adjust)
      : Kernels(Kernels), D(D), Options(Options), Adjust(Adjust) {}

  Expected<ApplicationResult> price(ArrayRef<PlannedLaunch> Plan) {
    for (const PlannedLaunch &P : Plan)
      NextRow = std::max(NextRow, P.Row + 1);
    for (const PlannedLaunch &P : Plan) {
      if (Group != P.Together)
        if (Error E = closeGroup())
          return E;
      if (Error E = add(P))
        return E;
    }
    if (Error E = closeGroup())
      return E;
    for (const auto &[RowId, W] : Warnings) {
      R.Rows[RowId].Slowest.Warnings.push_back(W);
      R.Rows[RowId].KnowsInputs = false; // it never ends
    }
    auto Largest = max_element(
        R.Rows, [](const auto &A, const auto &B) { return A.Total < B.Total; });
    R.Limiting = Largest - R.Rows.begin();
    return std::move(R);
  }

private:
  Error add(const PlannedLaunch &P) {
    auto Kernel = find_if(
        Kernels, [&](const KernelSummary &K) { return K.Name == P.Kernel; });
    if (Kernel == Kernels.end())
      return createStringError("no kernel '" + P.Kernel + "'");
    Launch L = P.L;
    eraseArguments(L, [&](StringRef Name) {
      return !hasArgument(*Kernel, Name) &&
             (is_contained(P.Variables, Name) ||
              any_of(Kernels, [&](const KernelSummary &Other) {
                return hasArgument(Other, Name);
              }));
    });
    if (Error E = checkTrips(Kernels, L))
      return E;
    if (R.Rows.size() <= P.Row)
      R.Rows.resize(P.Row + 1);
    ApplicationRow &Row = R.Rows[P.Row];
    Expected<Priced> One = priceOnce(*Kernel, L, P.Together.has_value(), Row);
    if (!One)
      return One.takeError();
    addToRow(P, *One, Row);
    addToTotal(P, std::move(*One));
    return Error::success();
  }

  /// A launch that came before has its time already.
  Expected<Priced> priceOnce(const KernelSummary &Kernel, const Launch &L,
                             bool IsTogether, ApplicationRow &Row) {
    std::vector<Priced> &Known = Before[launchKey(Kernel, L)];
    for (const Priced &P : Known)
      if (P.L == L && Row.Launches && P.Time <= Row.Most &&
          (P.Result || !IsTogether))
        return P;
    AnalyzeOptions OwnOptions = Options;
    OwnOptions.L = L;
    if (Adjust)
      if (Error E = Adjust(Kernel, OwnOptions.L))
        return E;
    Expected<AnalysisResult> Result = analyzeKernel(Kernel, D, OwnOptions);
    if (!Result)
      return Result.takeError();
    // A launch that lacks an input takes some time, at least none: the others
    // bound the sum.
    Priced One{&Kernel,
               L,
               Result->L,
               Result->Awaited ? 0 : Result->time().value(),
               Result->Awaited ? TimeBound::Lower : timeBound(*Result),
               knowsInputs(*Result),
               nullptr};
    if (IsTogether)
      One.Result = std::make_shared<const AnalysisResult>(*Result);
    if (!Row.Launches || One.Time > Row.Most)
      Row.Slowest = std::move(*Result);
    Known.push_back(One);
    return One;
  }

  static std::string launchKey(const KernelSummary &Kernel, const Launch &L) {
    std::string Key = Kernel.Name;
    for (uint64_t Size : L.Global)
      Key += "," + std::to_string(Size);
    for (const auto &[Name, Value] : argumentTexts(L))
      Key += "," + Value;
    return Key;
  }

  static void addToRow(const PlannedLaunch &P, const Priced &One,
                       ApplicationRow &Row) {
    Row.Least = Row.Launches ? std::min(Row.Least, One.Time) : One.Time;
    Row.Most = std::max(Row.Most, One.Time);
    Row.Launches += P.Times;
    Row.Total += One.Time * double(P.Times);
    Row.Bound = sumOf(Row.Bound, One.Bound);
    Row.KnowsInputs &= One.KnowsInputs;
    Row.IsTogether |= P.Together.has_value();
  }

  void addToTotal(const PlannedLaunch &P, Priced One) {
    R.Bound = sumOf(R.Bound, One.Bound);
    const double Time = One.Time * double(P.Times);
    if (!P.Together) {
      R.Total += Time;
      return;
    }
    Group = P.Together;
    Longest = std::max(Longest, Time);
    Running.push_back({One.Kernel, One.Whole, P.Times});
    RowsOfRunning.push_back(P.Row);
    Results.push_back(std::move(One.Result));
  }

  /// Adds the kernels that run without a launch, each in a row of its own.
  Error addAutorun() {
    for (ConnectedLaunch &C : fedLaunches(Kernels, Running)) {
      const auto Row =
          AutorunRows.try_emplace(C.Kernel, NextRow + AutorunRows.size()).first;
      if (Error E = add({C.Kernel->Name,
                         std::move(C.L),
                         {},
                         C.Times,
                         Row->second,
                         Group}))
        return E;
      if (C.IsCounted)
        continue;
      Running.back().IsCounted = false;
      R.Rows[Row->second].KnowsInputs = false;
      R.Rows[Row->second].Bound = TimeBound::Lower;
      R.Bound = sumOf(R.Bound, TimeBound::Lower);
    }
    return Error::success();
  }

  Error closeGroup() {
    if (Group)
      if (Error E = addAutorun())
        return E;
    const bool IsUneven = warnOfStalls();
    R.Total += isJoined() ? timeOfNetwork(IsUneven) : Longest;
    Longest = 0;
    Group.reset();
    Running.clear();
    RowsOfRunning.clear();
    Results.clear();
    return Error::success();
  }

  /// True where a channel joins launches of the group.
  bool isJoined() const {
    std::map<std::string, unsigned> Users;
    for (const ConnectedLaunch &L : Running)
      for (const Channel &C : L.Kernel->Channels)
        if (C.K == Channel::Kind::Channel && ++Users[C.Name] > 1)
          return true;
    return false;
  }

  /// [s] of the group, whose channels make its launches wait. Of groups of the
  /// same rows the slowest is kept, or one that never ends.
  double timeOfNetwork(bool IsUneven) {
    std::vector<std::pair<const AnalysisResult *, uint64_t>> Key;
    for (size_t I = 0; I < Results.size(); ++I)
      Key.emplace_back(Results[I].get(), Running[I].Times);
    auto [Known, IsNew] = TimesOfGroups.try_emplace(std::move(Key), 0.0);
    auto Shown = std::ranges::find(R.Groups, RowsOfRunning, &LaunchGroup::Rows);
    if (!IsNew && Shown != R.Groups.end()) {
      ++Shown->Number;
      return Known->second;
    }
    LaunchGroup New = runGroup();
    const double Time = Known->second = New.time();
    if (New.Run.Run.isDeadlock() && !IsUneven)
      warnOfDeadlock(New.Run);
    if (Shown == R.Groups.end()) {
      R.Groups.push_back(std::move(New));
      return Time;
    }
    New.Number = Shown->Number + 1;
    const bool IsWorse = std::pair(New.Run.Run.isDeadlock(), Time) >
                         std::pair(Shown->Run.Run.isDeadlock(), Shown->time());
    if (IsWorse)
      *Shown = std::move(New);
    else
      ++Shown->Number;
    return Time;
  }

  LaunchGroup runGroup() const {
    LaunchGroup G;
    G.Rows = RowsOfRunning;
    G.Longest = Longest;
    for (const auto &Each : Results)
      if (!Each->OnBoard) {
        G.Run.Launches.Missing.push_back(
            {Unknown::Kind::ControlFlow,
             "no time of " + Each->Kernel->Name + "'s pipelines is known",
             Each->Kernel->Loc});
        return G;
      }
    for (const ConnectedLaunch &C : Running)
      if (!C.IsCounted)
        G.Run.Launches.Missing.push_back(
            {Unknown::Kind::ControlFlow,
             "how often " + C.Kernel->Name + " runs is not known",
             C.Kernel->Loc});
    if (!G.Run.Launches.Missing.empty())
      return G;
    G.Clock = Hertz(std::ranges::min(Results, {}, [](const auto &Each) {
                      return Each->Bound.Clock;
                    })->Bound.Clock);
    std::vector<BoardEstimate> AtClock;
    for (const auto &Each : Results)
      AtClock.emplace_back(*Each->OnBoard).setClock(G.Clock);
    std::vector<RunningLaunch> Launches;
    for (size_t I = 0; I < Results.size(); ++I)
      Launches.push_back({&Results[I]->Bound, &Results[I]->L, &AtClock[I],
                          operationBegins(Results[I]->Bound, AtClock[I], D,
                                          Options.Mechanisms),
                          Running[I].Times});
    G.Run = runLaunches(Launches, G.Clock);
    return G;
  }

  /// Warns of launches that wait for each other for ever.
  void warnOfDeadlock(const JoinedRun &Run) {
    LoopWarning W;
    W.IsOfLaunches = true;
    W.Text = "never ends: " + stuckText(Run.Launches.Network, Run.Run);
    const uint32_t Fifo = Run.Run.Stuck.front().Wait.Index;
    for (const DataflowProcess &P : Run.Launches.Network.Processes)
      for (const FifoAccess &A : P.Accesses)
        if (A.Fifo == Fifo)
          (A.IsWrite ? W.Writer : W.Reader) = A.Loc;
    W.Loc = W.Writer;
    for (const StuckProcess &S : Run.Run.Stuck)
      if (S.Process < RowsOfRunning.size())
        Warnings.emplace_back(RowsOfRunning[S.Process], W);
    R.Warnings.push_back(std::move(W));
  }

  /// Warns once of a channel whose packets do not come out even in the group.
  /// Returns true where there is one.
  bool warnOfStalls() {
    std::vector<Stall> Stalls = stalls(Running);
    for (Stall &S : Stalls) {
      if (!Warned.insert(S.Channel).second)
        continue;
      for (uint32_t Id : S.Launches)
        Warnings.emplace_back(RowsOfRunning[Id], S.Warning);
      R.Warnings.push_back(std::move(S.Warning));
    }
    return !Stalls.empty();
  }

  ArrayRef<KernelSummary> Kernels;
  const Device &D;
  const AnalyzeOptions &Options;
  AdjustLaunch Adjust;
  ApplicationResult R;
  std::map<std::string, std::vector<Priced>> Before;
  std::optional<uint32_t> Group; ///< of launches that run at the same time
  double Longest = 0;            ///< [s] of the group so far
  std::vector<ConnectedLaunch> Running; ///< of the group so far
  std::vector<uint32_t> RowsOfRunning;
  uint32_t NextRow = 0; ///< behind those of the plan
  std::map<const KernelSummary *, uint32_t> AutorunRows;
  std::vector<std::shared_ptr<const AnalysisResult>> Results; ///< of Running
  std::vector<std::pair<uint32_t, LoopWarning>> Warnings; ///< with their rows
  /// [s] by the results of the launches, and how often each comes.
  std::map<std::vector<std::pair<const AnalysisResult *, uint64_t>>, double>
      TimesOfGroups;
  std::set<std::string> Warned; ///< channels
};

} // namespace

Expected<ApplicationResult> priceApplication(ArrayRef<KernelSummary> Kernels,
                                             const Device &D,
                                             const AnalyzeOptions &Options,
                                             ArrayRef<PlannedLaunch> Plan,
                                             AdjustLaunch Adjust) {
  if (!D.pricesPipelines())
    return createStringError(
        "a list of launches: the device '" + D.Name +
        "' has no pipelines, which give a launch its time");
  if (!Options.WhatIf.empty())
    return createStringError("--what-if: a list of launches has no one design");
  return ApplicationPricer(Kernels, D, Options, Adjust).price(Plan);
}

} // namespace roofline
