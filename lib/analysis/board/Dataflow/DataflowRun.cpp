// A run of a network of processes, cycle by cycle and exact.
#include "roofline/Dataflow/DataflowRun.h"

#include "Engine.h"

#include <algorithm>

namespace roofline {
namespace {

using dataflow::Engine;
using Kind = DataflowWait::Kind;

/// Adds the array that keeps \p Process from its next start.
void addMissingStart(const Engine &E, uint32_t Process, StuckProcess &S) {
  const uint32_t Call = E.Processes[Process].NumStarted;
  for (uint32_t Array = 0; Array < E.N.Arrays.size(); ++Array) {
    const BufferedArray &A = E.N.Arrays[Array];
    for (uint32_t Reader : A.Readers) {
      const bool IsUnwritten =
          Reader == Process && E.Processes[A.Writer].Dones.size() <= Call;
      const bool IsUnread =
          A.Writer == Process && Call >= A.Buffers &&
          E.Processes[Reader].Dones.size() <= Call - A.Buffers;
      if (!IsUnwritten && !IsUnread)
        continue;
      S.Wait = {Kind::Start, Array, 0};
      S.Awaited = IsUnwritten ? A.Writer : Reader;
    }
  }
}

/// The processes that have not ended, and what each waits for.
std::vector<StuckProcess> findStuck(const Engine &E, uint32_t Calls) {
  std::vector<StuckProcess> Stuck;
  for (uint32_t P = 0; P < E.Processes.size(); ++P) {
    if (E.Processes[P].Dones.size() == Calls)
      continue;
    StuckProcess S{P};
    for (uint32_t Id : E.Processes[P].Agents)
      if (const std::optional<DataflowWait> &W = E.Agents[Id].Wait) {
        S.Wait = *W;
        S.Awaited = W->K == Kind::Data ? writerOf(E.N, W->Index)
                                       : readerOf(E.N, W->Index);
      }
    if (E.Processes[P].NumRunning == 0)
      addMissingStart(E, P, S);
    if (S.Awaited && E.Processes[*S.Awaited].Dones.size() == Calls)
      S.Awaited.reset();
    Stuck.push_back(S);
  }
  return Stuck;
}

/// Moves the processes of a cycle of waits to the front of \p Stuck, each
/// before the one that it waits for. Returns their number.
size_t putCycleFirst(std::vector<StuckProcess> &Stuck) {
  auto Find = [&](uint32_t Process) {
    return std::ranges::find(Stuck, Process, &StuckProcess::Process);
  };
  for (const StuckProcess &First : Stuck) {
    std::vector<StuckProcess> Cycle;
    const StuckProcess *S = &First;
    while (Cycle.size() < Stuck.size()) {
      Cycle.push_back(*S);
      if (!S->Awaited || Find(*S->Awaited) == Stuck.end())
        break;
      S = &*Find(*S->Awaited);
      if (S != &First)
        continue;
      const size_t NumCyclic = Cycle.size();
      for (const StuckProcess &Other : Stuck)
        if (!std::ranges::count(Cycle, Other))
          Cycle.push_back(Other);
      Stuck = std::move(Cycle);
      return NumCyclic;
    }
  }
  return 0;
}

ProcessRun runOf(const dataflow::ProcessState &S) {
  ProcessRun R;
  R.Start = S.Starts.empty() ? 0 : S.Starts.back();
  R.Done = S.Dones.empty() ? 0 : S.Dones.back();
  for (size_t K = 0; K < S.Waits.size(); ++K)
    for (uint32_t I = 0; I < S.Waits[K].size(); ++I)
      if (S.Waits[K][I])
        R.Waits.push_back({Kind(K), I, S.Waits[K][I]});
  std::ranges::stable_sort(R.Waits, std::greater<>(), &DataflowWait::Cycles);
  return R;
}

} // namespace

DataflowRun runDataflow(const DataflowNetwork &N,
                        const DataflowRunOptions &Options) {
  assert(!checkNetwork(N) && "a network that is checked");
  Engine E(N, Options);
  DataflowRun R;
  R.IsGivenUp = !E.run();
  R.NumEvents = E.NumEvents;
  uint64_t Before = 0; // end of the last call but one
  for (const dataflow::ProcessState &S : E.Processes) {
    R.Processes.push_back(runOf(S));
    R.Cycles = std::max(R.Cycles, R.Processes.back().Done);
    if (S.Dones.size() > 1)
      Before = std::max(Before, S.Dones[S.Dones.size() - 2]);
  }
  for (const dataflow::Queue &Q : E.Queues)
    R.Peaks.push_back(Q.Peak);
  if (R.IsGivenUp)
    return R;
  R.Stuck = findStuck(E, Options.Calls);
  R.NumCyclic = putCycleFirst(R.Stuck);
  if (Before && R.Stuck.empty())
    R.Interval = R.Cycles - Before;
  return R;
}

std::string stuckText(const DataflowNetwork &N, const DataflowRun &R) {
  std::string Text;
  for (size_t I = 0; I < (R.NumCyclic ? R.NumCyclic : R.Stuck.size()); ++I) {
    const StuckProcess &S = R.Stuck[I];
    if (I)
      Text += ", ";
    Text += N.Processes[S.Process].Name;
    if (I == 0 || S.Wait.K == Kind::Start)
      Text += " waits";
    if (S.Wait.K == Kind::Start)
      Text += " for array " + N.Arrays[S.Wait.Index].Name;
    else
      Text += std::string(" for ") +
              (S.Wait.K == Kind::Data ? "data" : "space") + " in " +
              N.Fifos[S.Wait.Index].Name;
    if (!S.Awaited)
      Text += ", and nothing more comes";
  }
  return Text;
}

} // namespace roofline
