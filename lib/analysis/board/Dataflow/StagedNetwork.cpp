// Pipelines that flush, as processes that freeze.
#include "StagedNetwork.h"

#include <algorithm>
#include <cassert>
#include <map>

namespace roofline::dataflow {
namespace {

using Pattern = std::vector<CycleProgression>;

/// [cycle] The least distance of two numbers of \p P.
uint64_t leastStep(const Pattern &P, uint64_t Interval) {
  uint64_t Least = UINT64_MAX, Last = 0;
  for (const CycleProgression &Part : P) {
    for (const ProgressionLevel &L : Part.Levels)
      if (L.Count > 1)
        Least = std::min(Least, L.Step);
    if (Last)
      Least = std::min(Least, Part.First - Last);
    Last = lastOf(Part);
  }
  return std::max<uint64_t>(Least == UINT64_MAX ? Interval : Least, Interval);
}

/// Stages of a pipeline that freeze together.
struct StageRange {
  uint32_t First = 0, Last = 0;
};

/// The ranges of \p P, in order: one FIFO is written by one, and read by one.
std::vector<StageRange> rangesOf(const DataflowProcess &P) {
  std::map<std::pair<uint32_t, bool>, StageRange> Users;
  for (const FifoAccess &A : P.Accesses) {
    StageRange &R =
        Users.try_emplace({A.Fifo, A.IsWrite}, StageRange{A.Stage, A.Stage})
            .first->second;
    R = {std::min(R.First, A.Stage), std::max(R.Last, A.Stage)};
  }
  std::vector<StageRange> Sorted;
  for (const auto &[User, Range] : Users)
    Sorted.push_back(Range);
  std::ranges::sort(Sorted, {}, &StageRange::First);
  std::vector<StageRange> Result;
  for (const StageRange &R : Sorted)
    if (!Result.empty() && R.First <= Result.back().Last)
      Result.back().Last = std::max(Result.back().Last, R.Last);
    else
      Result.push_back(R);
  if (Result.empty())
    Result.emplace_back();
  return Result;
}

/// Adds the links from process \p Before of \p N to the next: a token for each
/// iteration of \p Issues, from stage \p From to stage \p To.
void addLink(DataflowNetwork &N, uint32_t Before, uint32_t From, uint32_t To,
             const Pattern &Issues, uint32_t Interval) {
  if (Issues.empty())
    return;
  // A short loop at the end has no stage that deep.
  To = uint32_t(std::min<uint64_t>(To, N.Processes[Before].Cycles - 1 -
                                           lastOf(Issues.back())));
  if (To <= From)
    return;
  Fifo Link;
  Link.Name = N.Processes[Before].Name;
  Link.Latency = To - From;
  Link.Depth = (To - From) / leastStep(Issues, Interval) + 1;
  Link.IsFixed = true;
  const auto Id = uint32_t(N.Fifos.size());
  N.Fifos.push_back(std::move(Link));
  N.Processes[Before].Accesses.push_back({Id, true, From, Interval, Issues});
  N.Processes[Before + 1].Accesses.push_back({Id, false, To, Interval, Issues});
}

void addStages(const DataflowProcess &P, uint32_t Owner, StagedNetwork &S) {
  std::vector<std::pair<Pattern, uint32_t>> Patterns; // with their intervals
  for (const FifoAccess &A : P.Accesses)
    if (std::ranges::find(Patterns, A.Issues,
                          &std::pair<Pattern, uint32_t>::first) ==
        Patterns.end())
      Patterns.emplace_back(A.Issues, A.Interval);
  const std::vector<StageRange> Ranges = rangesOf(P);
  for (size_t I = 0; I < Ranges.size(); ++I) {
    DataflowProcess Part = P;
    Part.Style = StallStyle::Freezes;
    std::erase_if(Part.Accesses, [&](const FifoAccess &A) {
      return A.Stage < Ranges[I].First || A.Stage > Ranges[I].Last;
    });
    S.Network.Processes.push_back(std::move(Part));
    S.Owners.push_back(Owner);
  }
  const auto First = uint32_t(S.Network.Processes.size() - Ranges.size());
  for (uint32_t I = 0; I + 1 < Ranges.size(); ++I)
    for (const auto &[Issues, Interval] : Patterns)
      addLink(S.Network, First + I, Ranges[I].Last, Ranges[I + 1].First, Issues,
              Interval);
}

} // namespace

StagedNetwork stagedNetwork(const DataflowNetwork &N) {
  assert(N.Arrays.empty() && "stages have no arrays");
  StagedNetwork S;
  S.Network.Fifos = N.Fifos;
  for (uint32_t P = 0; P < N.Processes.size(); ++P)
    addStages(N.Processes[P], P, S);
  return S;
}

DataflowRun joinStages(const DataflowNetwork &N, const StagedNetwork &S,
                       const DataflowRun &R) {
  DataflowRun To = R;
  To.Processes.assign(N.Processes.size(), {});
  To.Peaks.resize(N.Fifos.size());
  To.Stuck.clear();
  for (uint32_t P = 0; P < R.Processes.size(); ++P) {
    ProcessRun &Whole = To.Processes[S.Owners[P]];
    Whole.Start = R.Processes[P].Start;
    Whole.Done = std::max(Whole.Done, R.Processes[P].Done);
    for (const DataflowWait &W : R.Processes[P].Waits)
      if (W.Index < N.Fifos.size())
        Whole.Waits.push_back(W);
  }
  for (ProcessRun &P : To.Processes)
    std::ranges::stable_sort(P.Waits, std::greater<>(), &DataflowWait::Cycles);
  To.NumCyclic = 0;
  for (size_t I = 0; I < R.Stuck.size(); ++I) {
    StuckProcess Part = R.Stuck[I];
    if (Part.Wait.Index >= N.Fifos.size())
      continue; // for another stage of its own
    Part.Process = S.Owners[Part.Process];
    if (Part.Awaited)
      Part.Awaited = S.Owners[*Part.Awaited];
    To.NumCyclic += I < R.NumCyclic;
    To.Stuck.push_back(Part);
  }
  return To;
}

} // namespace roofline::dataflow
