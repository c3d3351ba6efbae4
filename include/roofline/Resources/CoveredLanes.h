// Lanes covered with a family's cells.
#ifndef ROOFLINE_RESOURCES_COVEREDLANES_H
#define ROOFLINE_RESOURCES_COVEREDLANES_H

#include "roofline/Mapping/MapNetlist.h"
#include "roofline/Resources/CostModel.h"

#include <deque>
#include <memory>

namespace roofline {

/// Cells of the family of \p Costs.
FamilyCells familyCells(const CostModel &Costs);

/// Covers lanes, each of the latest ones once: a design is asked for its
/// resources and for its path. Lanes of other designs share the covers of parts
/// that are alike. For one thread.
class CoveredLanes {
public:
  std::shared_ptr<const MappedNetlist> of(const CostModel &Costs,
                                          const Netlist &Lane);

private:
  struct Known {
    Netlist Of;
    std::shared_ptr<const MappedNetlist> Cells;
  };
  std::string Target; ///< family of all that is remembered
  LutMemo Parts;
  std::deque<Known> Latest;
};

} // namespace roofline

#endif
