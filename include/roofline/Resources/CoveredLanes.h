// Lanes covered with a family's cells.
#ifndef ROOFLINE_RESOURCES_COVEREDLANES_H
#define ROOFLINE_RESOURCES_COVEREDLANES_H

#include "roofline/Core/StreamLayout.h"
#include "roofline/Mapping/MapNetlist.h"
#include "roofline/Resources/CostModel.h"

#include <deque>
#include <memory>

namespace roofline {

/// Cells of the family of \p Costs, which they refer to.
FamilyCells familyCells(const CostModel &Costs);

/// A lane in words that families have cells for, with start and done where it
/// is a whole core, and its cells.
struct CoveredLane {
  LaneLayout Layout;
  Netlist Words;
  MappedNetlist Cells;
};

/// Covers lanes, each of the latest ones once: a design is asked for its
/// resources and for its path, and wide designs are copies of others. Lanes of
/// other designs share the covers of parts that are alike. For one thread.
class CoveredLanes {
public:
  std::shared_ptr<const CoveredLane>
  of(const CostModel &Costs, const StreamKernel &K, const StreamDesign &D);

private:
  struct Known {
    StreamKernel Kernel;
    StreamDesign Design;
    std::shared_ptr<const CoveredLane> Lane;
  };
  std::string Target; ///< family of all that is remembered
  LutMemo Parts;
  std::deque<Known> Latest;
};

} // namespace roofline

#endif
