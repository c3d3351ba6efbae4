// Says why a process waits for most of another one.
#include "roofline/Dataflow/DataflowEstimate.h"

#include <algorithm>
#include <cmath>

namespace roofline {
namespace {

using Kind = DataflowWait::Kind;

/// First and last access to a FIFO, as shares of the process's own time.
struct Span {
  double First = 1, Last = 0;
  uint64_t Tokens = 0;
  SourceLocation Loc;
};

Span spanOf(const DataflowProcess &P, uint32_t Fifo, bool IsWrite) {
  Span S;
  for (const FifoAccess &A : P.Accesses) {
    if (A.Fifo != Fifo || A.IsWrite != IsWrite)
      continue;
    for (const CycleProgression &Part : A.Issues) {
      S.First = std::min(S.First, double(Part.First) / double(P.Cycles));
      S.Last = std::max(S.Last, double(lastOf(Part)) / double(P.Cycles));
      S.Tokens += countOf(Part);
    }
    S.Loc = A.Loc;
  }
  return S;
}

/// "3 %"
std::string share(double Value) {
  return std::to_string(int(std::floor(Value * 100))) + " %";
}

std::string at(const SourceLocation &Loc) {
  return Loc ? " (line " + std::to_string(Loc.Line) + ")" : std::string();
}

/// What keeps two processes from overlapping.
struct Cause {
  std::string Text;
  bool IsOrder = false; ///< of accesses, not their rate
};

/// Two processes overlap only where one reads while the other writes.
Cause causeOf(const DataflowNetwork &N, uint32_t Writer, uint32_t Reader,
              const DataflowWait &W) {
  constexpr double Early = 0.3, Late = 0.7;
  const DataflowProcess &P = N.Processes[Writer], &C = N.Processes[Reader];
  if (W.K == Kind::Start) {
    const BufferedArray &A = N.Arrays[W.Index];
    return {C.Name + " starts when " + P.Name + " has written all of array " +
                A.Name + at(A.Loc),
            true};
  }
  const std::string &Name = N.Fifos[W.Index].Name;
  const Span Writes = spanOf(P, W.Index, true);
  const Span Reads = spanOf(C, W.Index, false);
  const std::string Tokens =
      std::to_string(Reads.Tokens) + " tokens of " + Name;
  if (Writes.First > Late)
    return {P.Name + " writes its first token of " + Name + " when " +
                share(Writes.First) + " of its run are over" + at(Writes.Loc) +
                ", and " + C.Name + " wants it when " + share(Reads.First) +
                " of its own are" + at(Reads.Loc),
            true};
  if (Reads.Last < Early && Writes.Last > Late)
    return {C.Name + " takes all " + Tokens + " in the first " +
                share(Reads.Last) + " of its run" + at(Reads.Loc) + ", and " +
                P.Name + " writes the last when " + share(Writes.Last) +
                " of its own are over" + at(Writes.Loc),
            true};
  return {P.Name + " writes its " + Tokens + " more slowly" + at(Writes.Loc) +
              " than " + C.Name + " would take them" + at(Reads.Loc),
          false};
}

/// A process, and what it waits for longest.
struct Step {
  uint32_t Reader = 0, Writer = 0;
  DataflowWait Wait;
};

std::optional<Step> longestWait(const DataflowNetwork &N, const DataflowRun &R,
                                uint32_t Process) {
  for (const DataflowWait &W : R.Processes[Process].Waits) {
    if (W.K == Kind::Space)
      continue;
    const std::optional<uint32_t> Writer =
        W.K == Kind::Data ? writerOf(N, W.Index) : N.Arrays[W.Index].Writer;
    if (Writer && *Writer != Process)
      return Step{Process, *Writer, W};
  }
  return std::nullopt;
}

/// The steps from \p Process back to the one that it really waits for: those
/// between wait themselves for most of that time.
std::vector<Step> chainFrom(const DataflowNetwork &N, const DataflowRun &R,
                            uint32_t Process) {
  std::vector<Step> Chain;
  for (std::optional<Step> S = longestWait(N, R, Process);
       S && Chain.size() < N.Processes.size();
       S = longestWait(N, R, S->Writer)) {
    if (!Chain.empty() && 2 * S->Wait.Cycles < Chain.front().Wait.Cycles)
      break;
    Chain.push_back(*S);
  }
  return Chain;
}

/// The cause of a chain: an order of accesses, or the first rate.
Cause causeOf(const DataflowNetwork &N, const std::vector<Step> &Chain) {
  Cause Found;
  for (const Step &S : Chain)
    if (!Found.IsOrder) {
      Cause Next = causeOf(N, S.Writer, S.Reader, S.Wait);
      if (Found.Text.empty() || Next.IsOrder)
        Found = std::move(Next);
    }
  if (Chain.size() == 1)
    return Found;
  std::string Between;
  for (const Step &S : Chain)
    if (&S != &Chain.front())
      Between += (Between.empty() ? "" : ", ") + N.Processes[S.Reader].Name;
  Found.Text += "; so " + N.Processes[Chain.front().Reader].Name +
                " runs after " + N.Processes[Chain.back().Writer].Name +
                ", by way of " + Between;
  return Found;
}

} // namespace

std::optional<DataflowHop> longestHop(const DataflowNetwork &N,
                                      const DataflowRun &R) {
  constexpr double LeastShare = 0.05;
  std::optional<DataflowHop> Longest;
  double Most = LeastShare * double(R.Cycles);
  for (uint32_t P = 0; P < R.Processes.size(); ++P) {
    const std::vector<Step> Chain = chainFrom(N, R, P);
    if (Chain.empty())
      continue;
    // Cycles in which both could run.
    const uint32_t Writer = Chain.back().Writer;
    const double Shorter =
        double(std::min(N.Processes[P].Cycles, N.Processes[Writer].Cycles));
    const double Lost = std::min(double(Chain.front().Wait.Cycles), Shorter);
    Cause Found = causeOf(N, Chain);
    if (Lost <= Most || (!Found.IsOrder && 2 * Lost < Shorter))
      continue;
    Most = Lost;
    Longest = {Writer, P, Chain.front().Wait, std::move(Found.Text)};
  }
  return Longest;
}

} // namespace roofline
