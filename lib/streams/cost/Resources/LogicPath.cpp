// Delay of a signal between two registers of a core, without routing.
#include "roofline/Resources/LogicPath.h"

#include "roofline/Core/TableChoices.h"
#include "roofline/Mapping/MappedPath.h"
#include "roofline/Resources/MemoryCost.h"
#include "roofline/Resources/NetlistPrice.h"
#include "roofline/Resources/RingCost.h"
#include "roofline/Resources/UnitCost.h"

#include <algorithm>
#include <cassert>

namespace roofline {
namespace {

/// "add of 32 bits": the operator whose result \p C holds, or its name.
std::string operatorText(const Netlist &N, const Cell &C) {
  const Cell &Of = C.Kind == CellKind::Register ? N.Cells[C.Operands[0]] : C;
  if (Of.Kind != CellKind::Operator && Of.Kind != CellKind::Unit)
    return C.Name;
  const uint32_t Width = N.Cells[Of.Operands.back()].Width;
  return std::string(name(Of.Op)) + " of " + std::to_string(Width) + " bits";
}

class PathFinder {
public:
  PathFinder(const CostModel &Costs, const Netlist &N, const MappedNetlist &M,
             const CellDelays &Delays)
      : Costs(Costs), N(N), M(M), Delays(Delays) {}

  LogicPath run() {
    BoxDelays Boxes;
    for (const BitBox &Box : M.Bits.Boxes)
      Boxes.push_back(Box.Memory                                 ? memory(Box)
                      : N.Cells[Box.Cell].Kind == CellKind::Ring ? ring(Box)
                                                                 : unit(Box));
    const MappedPath Longest = longestPath(N, M, Delays, Boxes);
    take(Longest.Delay, N.Cells[Longest.Ends]);
    return std::move(Path);
  }

private:
  const CostModel &Costs;
  const Netlist &N;
  const MappedNetlist &M;
  const CellDelays &Delays;
  LogicPath Path;

  void take(double Delay, const Cell &C) {
    if (Delay <= Path.Delay)
      return;
    Path.Delay = Delay;
    Path.Through = operatorText(N, C);
    Path.Loc = C.Loc;
  }
  void miss(const std::string &What) {
    if (std::find(Path.Unknowns.begin(), Path.Unknowns.end(), What) ==
        Path.Unknowns.end())
      Path.Unknowns.push_back(What);
  }

  BoxDelay ring(const BitBox &Box) {
    const Cell &C = N.Cells[Box.Cell];
    const RingBuffer R = {N.Rings[C.Index].Length, C.Width};
    if (const auto Delay = ringDelay(Costs, R))
      return {*Delay};
    miss("ring of " + std::to_string(R.Width) + " bits and " +
         std::to_string(R.Length - 1) + " words");
    return {};
  }
  /// A table of a memory is a part of a path, a block is clocked.
  BoxDelay memory(const BitBox &Box) {
    const NetlistMemory &Of = N.Memories[*Box.Memory];
    if (Box.writes())
      return {};
    const bool IsBlock =
        familyCells(Costs).Style.partsOf(Of) == MemoryParts::Blocks;
    const auto Delay =
        IsBlock ? blockMemoryDelay(Costs, Of) : Delays.MemoryTable;
    if (!Delay)
      miss("memory of " + std::to_string(Of.Width) + " bits and " +
           std::to_string(Of.Words) + " words");
    return {Delay.value_or(0), !IsBlock};
  }
  /// A unit with registers has a longest path of its own beside the others; one
  /// without them, such as a product in one stage, is a part of a path.
  BoxDelay unit(const BitBox &Box) {
    const Cell &C = N.Cells[Box.Cell];
    const auto Price = unitPrice(Costs, N, Box);
    const double Delay = Price ? Price->Delay.value_or(0) : 0;
    if (!Price || !Price->Delay)
      miss(operatorText(N, C));
    if (!isClocked(N, C))
      return {Delay, true};
    take(Delay, C);
    return {Delays.FlipFlop};
  }
};

std::optional<CellDelays> delaysOf(std::string_view Target) {
  if (Target == "xc7")
    return CellDelays::xc7();
  if (Target == "cyclonev")
    return CellDelays::cyclonev();
  if (Target == "ecp5")
    return CellDelays::ecp5();
  return std::nullopt;
}

} // namespace

LogicPath pathOfCells(const CostModel &Costs, const Netlist &N,
                      const MappedNetlist &M) {
  const std::optional<CellDelays> Delays = delaysOf(Costs.Target);
  if (Delays)
    return PathFinder(Costs, N, M, *Delays).run();
  LogicPath Path;
  Path.Unknowns.push_back("cells of " + Costs.Target);
  return Path;
}

LogicPath logicPath(const CostModel &Costs, const StreamKernel &K,
                    const StreamDesign &D, CoveredLanes &Lanes) {
  const auto Lane = Lanes.of(Costs, K, D);
  LogicPath Path = pathOfCells(Costs, Lane->Words, Lane->Cells);
  for (std::string &Table : tablesBehindLogic(K, D.Form))
    Path.Unknowns.push_back(std::move(Table));
  return Path;
}

LogicPath logicPath(const CostModel &Costs, const StreamKernel &K,
                    const StreamDesign &D) {
  CoveredLanes Lanes;
  return logicPath(Costs, K, D, Lanes);
}

ClockRange clockRange(const RoutingShare &Routing, double Delay) noexcept {
  assert(Delay > 0 && "a path takes time");
  assert(Routing.Low >= 0 && Routing.Low <= Routing.Typical &&
         Routing.Typical <= Routing.High && "the shares of routing ascend");
  auto With = [&](double Share) { return Hertz(1e12 / (Delay * (1 + Share))); };
  return {With(Routing.High), With(Routing.Typical), With(Routing.Low)};
}

} // namespace roofline
