// Lanes covered with a family's cells.
#include "roofline/Resources/CoveredLanes.h"

#include "roofline/Netlist/CoreNetlist.h"
#include "roofline/Netlist/ExpandUnits.h"
#include "roofline/Resources/UnitCost.h"

#include <cassert>

namespace roofline {

FamilyCells familyCells(const CostModel &Costs) {
  FamilyCells Cells;
  if (Costs.Target == "ecp5") {
    Cells.Luts = LutTarget::ecp5();
    // CCU2C adds two bits in two tables.
    Cells.Style = {4, 5, false, true, false, 1, 2, 0};
    Cells.LeastShift = std::nullopt;
    Cells.Style.ProductsTakeRegisters = false;
    // TRELLIS_DPR16X4 is four tables and two that write.
    Cells.Style.TableWords = 16;
    Cells.TableCellBits = Cells.HalfTableCellBits = 4;
    Cells.TableCellLuts = 6;
  } else if (Costs.Target == "xcup") {
    Cells.Luts = LutTarget::xcup();
    // RAM32M16 and RAM64M8 are the eight tables of a slice.
    Cells.TableCellBits = 7;
    Cells.HalfTableCellBits = 14;
    Cells.TableCellLuts = 8;
  } else if (Costs.Target == "cyclonev") {
    Cells.Luts = {6, 6, {0, 1, 1, 1, 1, 1, 1, 1, 1}};
    Cells.Style = {6, 1, false, true, true, 1, 1, 1};
    Cells.LeastShift = std::nullopt;
    Cells.Style.ProductsTakeRegisters = false;
    Cells.Style.TableWords = 32; // MISTRAL_MLAB
    Cells.Style.BlocksHaveContents = false;
    Cells.Style.LeastBlockUse = 0.05; // "min efficiency 5" of yosys 0.23
    Cells.TableCellBits = Cells.HalfTableCellBits = Cells.TableCellLuts = 1;
  }
  Cells.Style.BehindBlocks = [&Costs](const Netlist &N, const BitBox &Product) {
    return registersBehindBlocks(Costs, N, Product);
  };
  return Cells;
}

StreamDesign laidOutFor(const CostModel &Costs, StreamDesign D) {
  D.Delays = familyCells(Costs).LeastShift ? DelayCells::ShiftRegisters
                                           : DelayCells::FlipFlops;
  return D;
}

std::shared_ptr<const CoveredLane> CoveredLanes::of(const CostModel &Costs,
                                                    const StreamKernel &K,
                                                    const StreamDesign &D,
                                                    uint32_t Lanes) {
  assert(Lanes >= 1 && Lanes <= D.Lanes &&
         "the lanes that are covered are some of the design");
  if (Target != Costs.Target) {
    Target = Costs.Target;
    Parts = LutMemo();
    Latest.clear();
  }
  StreamDesign OfLane = {D.Lanes, D.Vector, D.Form};
  OfLane.Delays = D.Delays;
  for (const Known &Each : Latest)
    if (Each.Design == OfLane && Each.Lanes == Lanes && Each.Kernel == K)
      return Each.Lane;
  const DatapathSchedule S = scheduleDatapath(K, D.Form, D.Vector);
  CoveredLane Lane;
  Lane.Layout = layOutLane(K, S, D);
  Lane.Words = coreNetlist(K, D, S, Lane.Layout, Lanes, Words);
  expandUnits(Lane.Words);
  Lane.Cells = mapNetlist(Lane.Words, familyCells(Costs), Parts);
  // One and two lanes of three vectors, and these as padded for four; or one
  // lane of three vectors for each of the five kernels of an iterated one.
  constexpr size_t Most = 15;
  if (Latest.size() == Most)
    Latest.pop_front();
  Latest.push_back(
      {K, OfLane, Lanes, std::make_shared<CoveredLane>(std::move(Lane))});
  return Latest.back().Lane;
}

} // namespace roofline
