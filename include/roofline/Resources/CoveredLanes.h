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

/// \p D as it is laid out for the family of \p Costs.
StreamDesign laidOutFor(const CostModel &Costs, StreamDesign D);

/// A lane with its cells. Its words have no dividers or bit counts, which no
/// family has cells for. A lane that is a whole core has start and done.
struct CoveredLane {
  LaneLayout Layout;
  Netlist Words;
  MappedNetlist Cells;
};

/// Covers lanes, and keeps the latest ones: a design is asked for its resources
/// and for its path, and wide designs are copies of others. Other designs share
/// the covers of equal parts. For one thread.
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
