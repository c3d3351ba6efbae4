// Resources and longest path of any netlist.
#include "roofline/Resources/NetlistPrice.h"

#include "roofline/Netlist/ExpandUnits.h"
#include "roofline/Resources/CoveredLanes.h"
#include "roofline/Resources/MemoryCost.h"
#include "roofline/Resources/RingCost.h"
#include "roofline/Resources/UnitCost.h"

#include <algorithm>
#include <cassert>

namespace roofline {
namespace {

class Counter {
public:
  Counter(const CostModel &Costs, const Netlist &N, const MappedNetlist &M)
      : Costs(Costs), Family(familyCells(Costs)), N(N), M(M) {}

  CorePrediction run() {
    P.Logic.Luts = M.Logic.Count.total() + M.OwnResets + M.ChainLuts -
                   double(M.MergedControls);
    P.Logic.Registers = M.FlipFlops;
    for (const auto &[Length, Count] : M.ShiftRegisters)
      P.Delays += delayCost(Costs, Length, P.Unknowns) * Count;
    const SharedParts Shared(Costs, N, M.Bits.Boxes);
    for (size_t I = 0; I < M.Bits.Boxes.size(); ++I) {
      const BitBox &Box = M.Bits.Boxes[I];
      if (Box.Memory)
        addMemory(Box);
      else if (N.Cells[Box.Cell].Kind != CellKind::Ring)
        addUnit(Box, Shared.of(I));
    }
    return std::move(P);
  }

private:
  const CostModel &Costs;
  FamilyCells Family;
  const Netlist &N;
  const MappedNetlist &M;
  CorePrediction P;

  /// Each memory has one port that reads, whose box stands for all of it, or
  /// for one of its tables.
  void addMemory(const BitBox &Box) {
    const NetlistMemory &Memory = N.Memories[*Box.Memory];
    if (Box.writes())
      return;
    if (Family.Style.partsOf(Memory) == MemoryParts::Blocks)
      P.LineBuffers += blockMemoryCost(Costs, Memory, P.Unknowns);
    else
      P.LineBuffers.Luts += Family.tableLuts(Memory);
  }

  void addUnit(const BitBox &Box, const FabricResources &Shared) {
    const Cell &C = N.Cells[Box.Cell];
    if (const auto Price = unitPrice(Costs, N, Box)) {
      P.Units += *Price - Shared;
      return;
    }
    std::string Text = placePrefix(C.Loc) + std::string(name(C.Op)) + " of " +
                       std::to_string(C.Width) +
                       " bits: not in the cost file of " + Costs.Target;
    if (std::find(P.Unknowns.begin(), P.Unknowns.end(), Text) ==
        P.Unknowns.end())
      P.Unknowns.push_back(std::move(Text));
  }
};

} // namespace

CorePrediction priceCells(const CostModel &Costs, const Netlist &N,
                          const MappedNetlist &M) {
  return Counter(Costs, N, M).run();
}

static CoreCost costOf(const CostModel &Costs, CorePrediction Of) {
  CoreCost Cost = {Costs.Target, Costs.Tool, {}, std::move(Of.Unknowns)};
  if (Cost.Unknowns.empty())
    Cost.Need = Of.total();
  return Cost;
}

NetlistPrice priceNetlist(const CostModel &Costs, Netlist N) {
  assert(N.Rings.empty() && "line buffers have a price by their layout");
  expandUnits(N);
  const MappedNetlist M = mapNetlist(N, familyCells(Costs));
  return {costOf(Costs, priceCells(Costs, N, M)), pathOfCells(Costs, N, M)};
}

} // namespace roofline
