// A cover as tables, and what these need of the device.
#include "roofline/Gates/LutMapping.h"

#include "Balance.h"
#include "LutCover.h"
#include "LutTables.h"

#include <algorithm>
#include <cassert>
#include <cstring>

namespace roofline {

/// LUTs of a table of \p Inputs inputs: halves with a multiplexer where it is
/// wider than the device's.
static void countTable(const LutTable &Table, unsigned Inputs,
                       const LutTarget &Target, LutCount &Count) {
  if (Inputs > Target.Inputs) {
    for (bool High : {false, true})
      countTable(halfOf(Table, Inputs - 1, High), Inputs - 1, Target, Count);
    ++Count.Muxes[Inputs - Target.Inputs - 1];
    return;
  }
  unsigned Needed = 0;
  for (unsigned I = 0; I < Inputs; ++I)
    Needed += dependsOn(Table, I);
  if (Needed || !Target.ConstantsAreFree)
    ++Count.Luts[std::max(Needed, 1u)];
}

/// Counts the inverters of outputs. A table computes its signal in either
/// phase, as its readers invert for nothing; one that outputs read in both
/// needs one.
static void countInverters(LutMapping &M) {
  enum { Plain = 1, Inverted = 2 };
  std::vector<char> Read(M.signalOf(M.Luts.size()));
  for (Literal L : M.Outputs)
    Read[L.node()] |= L.isInverted() ? Inverted : Plain;
  for (uint32_t I = 1; I < Read.size(); ++I)
    if (I < M.signalOf(0) ? Read[I] & Inverted : Read[I] == (Plain | Inverted))
      ++M.Inverters;
  M.Count.Luts[1] += M.Inverters;
}

LutMapping mapToLuts(const GateNetwork &Gates, const LutTarget &Target) {
  assert(Target.Widest <= MaxLutInputs && Target.Inputs <= Target.Widest &&
         Target.Widest <= Target.Inputs + 3);
  GateNetwork Network = balanced(Gates);
  LutCover Cover(Network, Target);
  Cover.search();
  LutMapping M;
  M.InputCount = uint32_t(Network.inputs().size());
  std::vector<uint32_t> Signals(Network.nodes().size());
  for (uint32_t I = 0; I < M.InputCount; ++I)
    Signals[Network.inputs()[I]] = 1 + I;
  TableBuilder Tables(Network);
  for (uint32_t I = 1; I < Network.nodes().size(); ++I) {
    if (!Cover.isRoot(I))
      continue;
    const LeafCut &C = Cover.cutOf(I);
    MappedLut L = Tables.tableOf(I, {C.Leaves.data(), C.Size});
    for (uint32_t K = 0; K < L.Size; ++K)
      L.Leaves[K] = Signals[L.Leaves[K]];
    if (L.Size)
      countTable(L.Table, L.Size, Target, M.Count);
    Signals[I] = M.signalOf(M.Luts.size());
    M.Luts.push_back(L);
  }
  for (Literal L : Network.outputs())
    M.Outputs.push_back(Literal::of(Signals[L.node()]) ^ L.isInverted());
  countInverters(M);
  return M;
}

std::vector<double> outputArrivals(const LutMapping &Mapping,
                                   const LutDelays &Delays,
                                   std::span<const double> Inputs) {
  assert(Inputs.size() == Mapping.InputCount && "one for each input");
  std::vector<double> At(1);
  At.insert(At.end(), Inputs.begin(), Inputs.end());
  for (const MappedLut &L : Mapping.Luts) {
    double Latest = 0;
    for (uint32_t Leaf : L.leaves())
      Latest = std::max(Latest, At[Leaf]);
    At.push_back(Latest + Delays.ByInputs[L.Size]);
  }
  std::vector<double> Result;
  for (Literal L : Mapping.Outputs)
    Result.push_back(At[L.node()]);
  return Result;
}

unsigned levelsOf(const LutMapping &Mapping) {
  std::vector<double> AtStart(Mapping.InputCount);
  double Latest = 0;
  for (double At : outputArrivals(Mapping, {}, AtStart))
    Latest = std::max(Latest, At);
  return unsigned(Latest);
}

} // namespace roofline
