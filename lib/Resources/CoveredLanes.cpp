// Lanes covered with a family's cells.
#include "roofline/Resources/CoveredLanes.h"

namespace roofline {

FamilyCells familyCells(const CostModel &Costs) {
  FamilyCells Cells;
  if (Costs.Target == "ecp5") {
    Cells.Luts = LutTarget::ecp5();
    // CCU2C adds two bits in two tables.
    Cells.Style = {4, 5, false, false, 1, 2, 0};
    Cells.LeastShift = std::nullopt;
    Cells.Style.ProductsTakeRegisters = false;
  } else if (Costs.Target == "cyclonev") {
    Cells.Luts = {6, 6, {0, 1, 1, 1, 1, 1, 1, 1, 1}};
    Cells.Style = {6, 1, false, true, 1, 1, 1};
    Cells.LeastShift = std::nullopt;
    Cells.Style.ProductsTakeRegisters = false;
  }
  return Cells;
}

std::shared_ptr<const MappedNetlist> CoveredLanes::of(const CostModel &Costs,
                                                      const Netlist &Lane) {
  if (Target != Costs.Target) {
    Target = Costs.Target;
    Parts = LutMemo();
    Latest.clear();
  }
  for (const Known &K : Latest)
    if (K.Of == Lane)
      return K.Cells;
  constexpr size_t Most = 4; // of a form and vector: one, two and four lanes
  if (Latest.size() == Most)
    Latest.pop_front();
  Latest.push_back({Lane, std::make_shared<MappedNetlist>(
                              mapNetlist(Lane, familyCells(Costs), Parts))});
  return Latest.back().Cells;
}

} // namespace roofline
