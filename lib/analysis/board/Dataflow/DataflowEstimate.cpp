// Cycles of a C++ kernel whose processes run at the same time.
#include "roofline/Dataflow/DataflowEstimate.h"

#include "Schedule.h"
#include "StreamedArrays.h"

#include <algorithm>
#include <set>

namespace roofline {
namespace {

/// The region's loops and directives are no longer those of a sequence.
void markApplied(const KernelSummary &K, const DataflowRegion &R,
                 VitisEstimate &E) {
  for (DirectiveOutcome &O : E.Outcomes) {
    const Directive &D = K.Directives[O.Directive];
    const bool IsOfRegion =
        D.Function == R.Function &&
        (D.Name == "dataflow" || D.Name == "stream" || D.Name == "stable");
    if (IsOfRegion && O.K == DirectiveOutcome::Kind::Unmodelled) {
      O.K = DirectiveOutcome::Kind::Applied;
      O.Reason.clear();
    }
  }
}

/// [cycle] of an entry of \p L, bursts included.
double cyclesOf(const VitisLoop &L) {
  return L.Request + L.Latency.Most + L.Answer;
}

/// [cycle] of the processes of \p R one after another; the least where they all
/// overlap.
CycleRange sequenceOf(const DataflowRegion &R, const VitisEstimate &E) {
  CycleRange Range;
  for (const std::vector<uint32_t> &Process : R.Loops) {
    double Cycles = 0;
    for (uint32_t Loop : Process)
      Cycles += cyclesOf(E.Loops[Loop]);
    Range.Least = std::max(Range.Least, Cycles);
    Range.Most += Cycles;
  }
  return Range;
}

/// Replaces the cycles that \p E has for the processes of \p D in sequence: by
/// those of one call, for each entry of the loops around, and those of all
/// other loops.
void putCycles(const KernelSummary &K, const DataflowResult &D,
               const CycleRange &Cycles, VitisEstimate &E) {
  double Entries = 1, Others = 0;
  std::set<uint32_t> IsOfRegion;
  for (const std::vector<uint32_t> &Process : D.Region.Loops)
    IsOfRegion.insert(Process.begin(), Process.end());
  if (!IsOfRegion.empty())
    for (auto P = K.Loops[*IsOfRegion.begin()].Parent; P;
         P = K.Loops[*P].Parent) {
      Entries *= E.Loops[*P].MostTrip;
      IsOfRegion.insert(*P);
    }
  for (uint32_t Loop = 0; Loop < K.Loops.size(); ++Loop)
    if (!K.Loops[Loop].Parent && !IsOfRegion.contains(Loop))
      Others += cyclesOf(E.Loops[Loop]);
  E.Latency = {Others + Entries * Cycles.Least, Others + Entries * Cycles.Most};
  E.Interval = E.Latency.Most + 1;
}

/// Runs \p D with the fewest iterations; nothing where it does not end.
std::optional<uint64_t> fewestCycles(const KernelSummary &K,
                                     const DataflowResult &D,
                                     const VitisEstimate &E,
                                     const DataflowRunOptions &Options) {
  std::vector<VitisLoop> Fewest = E.Loops;
  bool Varies = false;
  for (VitisLoop &L : Fewest) {
    if (dataflow::variesWithLoops(K, L.Loop))
      continue;
    Varies |= L.LeastTrip < L.MostTrip;
    L.MostTrip = L.LeastTrip;
  }
  if (!Varies)
    return D.Run.Cycles;
  for (const DataflowRegion &R : dataflowRegions(K, Fewest))
    if (R.Function == D.Region.Function && R.Missing.empty())
      if (DataflowRun Run = runDataflow(R.Network, Options);
          !Run.isDeadlock() && !Run.IsGivenUp)
        return Run.Cycles;
  return std::nullopt;
}

void miss(DataflowResult &D, const std::string &Reason) {
  D.Region.Missing.push_back(
      {Unknown::Kind::ControlFlow, Reason, D.Region.Loc});
}

void findDepths(DataflowResult &D, const DataflowOptions &Options) {
  const DataflowNetwork &N = D.Region.Network;
  if (!Options.WithDepths || N.Fifos.empty())
    return;
  D.Curve = depthCurve(N, Options.MaxSearchEvents);
  if (!D.Run.isDeadlock())
    D.Least = leastDepths(N, D.Run.Cycles, Options.MaxSearchEvents);
  else if (!D.Curve.empty())
    D.Least = D.Curve.back();
}

DataflowResult runRegion(const KernelSummary &K, DataflowRegion Region,
                         VitisEstimate &E, const DataflowOptions &Options) {
  DataflowResult D{std::move(Region), {}};
  const CycleRange Sequence = sequenceOf(D.Region, E);
  D.Sequential = Sequence.Most;
  const DataflowRunOptions Run{1, true, Options.MaxEvents, 0};
  if (D.Region.Missing.empty()) {
    D.Run = runDataflow(D.Region.Network, Run);
    if (D.Run.IsGivenUp)
      miss(D, "the network is too large to be followed");
  }
  if (!D.Region.Missing.empty()) {
    E.Latency.Least = std::min(Sequence.Least, E.Latency.Most);
    return D;
  }
  findDepths(D, Options);
  if (D.Run.isDeadlock()) {
    miss(D, "the region never ends: " + stuckText(D.Region.Network, D.Run));
    return D;
  }
  if (Options.WithDepths)
    dataflow::findStreamedArrays(K, E.Loops, Run, D);
  D.Hop = longestHop(D.Region.Network, D.Run);
  std::optional<uint64_t> Least = fewestCycles(K, D, E, Run);
  if (!Least)
    miss(D, "trip counts vary, and the processes do not end with the least");
  putCycles(K, D, {double(Least.value_or(D.Run.Cycles)), double(D.Run.Cycles)},
            E);
  DataflowRunOptions Repeated = Run;
  Repeated.Calls = 4;
  if (D.Region.Function == K.Name)
    if (auto Interval = runDataflow(D.Region.Network, Repeated).Interval)
      E.Interval = double(*Interval);
  return D;
}

} // namespace

std::vector<DataflowResult> runRegions(const KernelSummary &Kernel,
                                       VitisEstimate &E,
                                       const DataflowOptions &Options) {
  std::vector<DataflowResult> Results;
  if (E.Loops.size() != Kernel.Loops.size()) // not scheduled
    return Results;
  for (DataflowRegion &Region : dataflowRegions(Kernel, E.Loops)) {
    markApplied(Kernel, Region, E);
    Results.push_back(runRegion(Kernel, std::move(Region), E, Options));
    const std::vector<Unknown> &Missing = Results.back().Region.Missing;
    E.Missing.insert(E.Missing.end(), Missing.begin(), Missing.end());
  }
  return Results;
}

VitisEstimate estimateHls(const KernelSummary &Kernel,
                          const VitisOptions &Options) {
  VitisEstimate E = estimateVitis(Kernel, Options);
  DataflowOptions Quick;
  Quick.WithDepths = false;
  runRegions(Kernel, E, Quick);
  return E;
}

} // namespace roofline
