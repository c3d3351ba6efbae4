// Recurrences of a loop: cycles of dependences.
#include "Recurrence.h"

#include "roofline/Hpca16/Schedule.h"

#include <algorithm>
#include <cassert>
#include <map>

namespace roofline {
namespace {

/// Loops of more than some thousand lines have more; they pay for none.
constexpr size_t MostDependences = 256, MostSteps = 1 << 20;

/// From a dependence to one whose producer its consumer leads to.
struct Link {
  uint32_t Source, Target;
  double Latency; ///< [cycle] from that consumer to that producer
};

/// Links that may be part of a cycle: some come to their start, and some leave
/// their end.
std::vector<Link> inCycles(std::vector<Link> Links, size_t NumNodes) {
  for (size_t Before = 0; Before != Links.size();) {
    Before = Links.size();
    std::vector<bool> Left(NumNodes), Reached(NumNodes);
    for (const Link &L : Links)
      Left[L.Source] = Reached[L.Target] = true;
    std::erase_if(Links, [&](const Link &L) {
      return !Reached[L.Source] || !Left[L.Target];
    });
  }
  return Links;
}

std::vector<Link> findLinks(const KernelSummary &Kernel, const Loop &L,
                            const std::vector<Meeting> &Meetings,
                            const std::vector<double> &Latency) {
  std::map<uint32_t, std::vector<uint32_t>> ByConsumer;
  uint32_t Last = 0;
  for (uint32_t I = 0; I < L.Dependences.size(); ++I)
    if (Meetings[I].K != Meeting::Kind::Never) {
      ByConsumer[L.Dependences[I].Consumer].push_back(I);
      Last = std::max(Last, L.Dependences[I].Producer);
    }
  std::vector<Link> Links;
  if (ByConsumer.empty() ||
      ByConsumer.size() *
              (Last + 1 - std::min(Last, ByConsumer.begin()->first)) >
          MostSteps)
    return Links;
  for (const auto &[Consumer, From] : ByConsumer) {
    if (Consumer > Last)
      continue;
    const auto Chain = chainLatencies(Kernel, Consumer, Last, Latency);
    for (uint32_t To = 0; To < L.Dependences.size(); ++To) {
      const uint32_t Producer = L.Dependences[To].Producer;
      if (Meetings[To].K == Meeting::Kind::Never || Producer < Consumer ||
          Chain[Producer - Consumer] == NotOnChain)
        continue;
      for (uint32_t Dep : From)
        if (Dep != To)
          Links.push_back({Dep, To, Chain[Producer - Consumer]});
    }
  }
  return inCycles(std::move(Links), L.Dependences.size());
}

} // namespace

std::optional<DependenceCycle>
longestRecurrence(const KernelSummary &Kernel, const Loop &Carrier,
                  const std::vector<Meeting> &Meetings,
                  const std::vector<double> &Latency, double Least) {
  assert(Meetings.size() == Carrier.Dependences.size() &&
         "each dependence of the loop has a meeting");
  assert(Latency.size() == Kernel.Operations.size() &&
         "each operation has a latency");
  std::optional<DependenceCycle> Result;
  const size_t NumNodes = Carrier.Dependences.size();
  if (NumNodes < 2 || NumNodes > MostDependences)
    return Result;
  const std::vector<Link> Links = findLinks(Kernel, Carrier, Meetings, Latency);
  constexpr double RoundingError = 1e-9;
  // Bellman and Ford: a cycle that gains over Least cycles per iteration, until
  // there is none.
  for (;;) {
    std::vector<double> Gain(NumNodes);
    std::vector<const Link *> Best(NumNodes);
    std::optional<uint32_t> Improved;
    for (size_t Round = 0; Round <= NumNodes; ++Round) {
      Improved.reset();
      for (const Link &L : Links)
        if (double Here = Gain[L.Source] + L.Latency -
                          Least * double(Meetings[L.Source].Distance);
            Here > Gain[L.Target] + RoundingError) {
          Gain[L.Target] = Here;
          Best[L.Target] = &L;
          Improved = L.Target;
        }
      if (!Improved)
        return Result;
    }
    uint32_t At = *Improved;
    for (size_t I = 0; I < NumNodes; ++I)
      At = Best[At]->Source; // back into the cycle
    DependenceCycle Cycle;
    Cycle.Chain.Distance = 0;
    double Longest = -1;
    for (uint32_t Node = At; Cycle.Dependences.empty() || Node != At;
         Node = Best[Node]->Source) {
      const Link &L = *Best[Node];
      Cycle.Chain.Latency += L.Latency;
      Cycle.Chain.Distance += Meetings[Node].Distance;
      Cycle.Dependences.push_back(Node);
      if (L.Latency > Longest) {
        Longest = L.Latency;
        std::swap(Cycle.Dependences.front(), Cycle.Dependences.back());
      }
    }
    Least = Cycle.Chain.perIteration();
    Result = std::move(Cycle);
  }
}

} // namespace roofline
