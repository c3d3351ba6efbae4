// The operations that connect the ends of what a loop carries.
#include "roofline/Hpca16/CarriedChains.h"

#include "roofline/Hpca16/Schedule.h"

#include <algorithm>
#include <cassert>

namespace roofline {

static bool isInside(const KernelSummary &Kernel, const Loop &Inner,
                     const Loop &Outer) {
  for (auto L = Inner.Parent; L; L = Kernel.Loops[*L].Parent)
    if (&Kernel.Loops[*L] == &Outer)
      return true;
  return false;
}

CarriedChains::CarriedChains(const KernelSummary &Kernel, const Loop &Carrying,
                             const std::vector<double> &Latency)
    : Kernel(Kernel), Carrying(Carrying),
      Latencies(Carrying.Dependences.size()) {
  assert(Latency.size() == Kernel.Operations.size() &&
         "each operation has a latency");
  std::map<uint32_t, std::vector<uint32_t>> ByConsumer;
  for (uint32_t I = 0; I < Carrying.Dependences.size(); ++I)
    if (Carrying.Dependences[I].Consumer <= Carrying.Dependences[I].Producer)
      ByConsumer[Carrying.Dependences[I].Consumer].push_back(I);
  findLoopsInside();
  for (const auto &[Consumer, Of] : ByConsumer) {
    uint32_t Last = Consumer;
    for (uint32_t I : Of)
      Last = std::max(Last, Carrying.Dependences[I].Producer);
    const auto Chain = chainLatencies(Kernel, Consumer, Last, Latency);
    for (uint32_t I : Of) {
      const uint32_t Producer = Carrying.Dependences[I].Producer;
      if (Chain[Producer - Consumer] == NotOnChain)
        continue;
      Latencies[I] = Chain[Producer - Consumer];
      if (!Inside.empty() && !Leading.contains(Producer))
        Leading.emplace(Producer,
                        endsLeadingTo(Producer, ByConsumer.begin()->first));
    }
    if (!Inside.empty()) {
      Reached[Consumer] = endsReached(Chain, Consumer);
      EndSet &Alone =
          ReachedEnds.try_emplace(Consumer, Ends.size()).first->second;
      for (uint32_t End = 0; End < Ends.size(); ++End)
        if (Ends[End] >= Consumer && Ends[End] - Consumer < Chain.size() &&
            Chain[Ends[End] - Consumer] != NotOnChain)
          Alone.insert(End);
    }
  }
}

void CarriedChains::findLoopsInside() {
  for (uint32_t Id = 0; Id < Kernel.Loops.size(); ++Id)
    if (const Loop &L = Kernel.Loops[Id];
        !L.Dependences.empty() && isInside(Kernel, L, Carrying)) {
      Inside.push_back({Id, {}});
      for (const CarriedDependence &Dep : L.Dependences)
        Ends.insert(Ends.end(), {Dep.Producer, Dep.Consumer});
    }
  std::sort(Ends.begin(), Ends.end());
  Ends.erase(std::unique(Ends.begin(), Ends.end()), Ends.end());
  for (Inner &I : Inside)
    for (const CarriedDependence &Dep : Kernel.Loops[I.Loop].Dependences) {
      const uint32_t Both[] = {indexOf(Dep.Producer), indexOf(Dep.Consumer)};
      for (uint32_t End : Both) {
        EndSet &Of = I.Dependences.try_emplace(End, Ends.size()).first->second;
        Of.insert(Both[0]);
        Of.insert(Both[1]);
      }
    }
}

uint32_t CarriedChains::indexOf(uint32_t Op) const {
  return uint32_t(std::lower_bound(Ends.begin(), Ends.end(), Op) -
                  Ends.begin());
}

/// By loop inside, of dependences of which \p Chain, from \p From on, reaches
/// an end.
std::vector<CarriedChains::EndSet>
CarriedChains::endsReached(const std::vector<double> &Chain,
                           uint32_t From) const {
  std::vector<EndSet> Result(Inside.size(), EndSet(Ends.size()));
  for (size_t I = 0; I < Inside.size(); ++I)
    for (const auto &[End, Dependences] : Inside[I].Dependences)
      if (Ends[End] >= From && Ends[End] - From < Chain.size() &&
          Chain[Ends[End] - From] != NotOnChain)
        Result[I].insert(Dependences);
  return Result;
}

/// The ends from operation \p First on that \p Producer depends on.
CarriedChains::EndSet CarriedChains::endsLeadingTo(uint32_t Producer,
                                                   uint32_t First) const {
  std::vector<bool> Leads(Producer - First + 1);
  Leads.back() = true;
  for (uint32_t Op = Producer; Op > First; --Op)
    if (Leads[Op - First])
      for (uint32_t Operand : Kernel.Operations[Op].Operands)
        if (Operand >= First)
          Leads[Operand - First] = true;
  EndSet Result(Ends.size());
  for (uint32_t End = 0; End < Ends.size(); ++End)
    if (Ends[End] >= First && Ends[End] <= Producer && Leads[Ends[End] - First])
      Result.insert(End);
  return Result;
}

std::vector<uint32_t> CarriedChains::loopsInside(uint32_t Dependence) const {
  assert(Dependence < Latencies.size() &&
         "a chain is that of a dependence of the loop");
  std::vector<uint32_t> Result;
  if (Inside.empty())
    return Result;
  const CarriedDependence &Dep = Carrying.Dependences[Dependence];
  const std::vector<EndSet> &Of = Reached.at(Dep.Consumer);
  const EndSet &Leads = Leading.at(Dep.Producer);
  for (size_t I = 0; I < Inside.size(); ++I)
    if (Of[I].meets(Leads))
      Result.push_back(Inside[I].Loop);
  return Result;
}

bool CarriedChains::passes(uint32_t Dependence,
                           const CarriedDependence &Inner) const {
  assert(Dependence < Latencies.size() && !Inside.empty() &&
         "a chain with a loop inside is that of a dependence of the loop");
  const CarriedDependence &Dep = Carrying.Dependences[Dependence];
  return ReachedEnds.at(Dep.Consumer).contains(indexOf(Inner.Producer)) &&
         Leading.at(Dep.Producer).contains(indexOf(Inner.Consumer));
}

} // namespace roofline
