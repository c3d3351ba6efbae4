// Cores covered with a family's cells.
#ifndef ROOFLINE_RESOURCES_COVEREDLANES_H
#define ROOFLINE_RESOURCES_COVEREDLANES_H

#include "roofline/Core/StreamLayout.h"
#include "roofline/Mapping/MapNetlist.h"
#include "roofline/Netlist/SizeNetlist.h"
#include "roofline/Resources/CostModel.h"

#include <deque>
#include <memory>

namespace roofline {

/// Cells of the family of \p Costs, which they refer to.
FamilyCells familyCells(const CostModel &Costs);

/// \p D as it is laid out for the family of \p Costs.
StreamDesign laidOutFor(const CostModel &Costs, StreamDesign D);

/// A core with its cells. Its words have no dividers or bit counts, which no
/// family has cells for.
struct CoveredLane {
  LaneLayout Layout; ///< of a lane
  Netlist Words;
  MappedNetlist Cells;
};

/// Covers cores, and keeps the latest ones: a design is asked for its resources
/// and for its path, and wide designs are copies of others. Other designs share
/// the covers of equal parts. For one thread.
class CoveredLanes {
public:
  CoveredLanes() = default;
  /// Covers cores of one kernel and design, which also compute \p Words.
  explicit CoveredLanes(std::vector<SizedWord> Words)
      : Words(std::move(Words)) {}

  /// Covers the core of \p D, of which the first \p Lanes lanes are there.
  std::shared_ptr<const CoveredLane> of(const CostModel &Costs,
                                        const StreamKernel &K,
                                        const StreamDesign &D, uint32_t Lanes);
  std::shared_ptr<const CoveredLane>
  of(const CostModel &Costs, const StreamKernel &K, const StreamDesign &D) {
    return of(Costs, K, D, D.Lanes);
  }

private:
  struct Known {
    StreamKernel Kernel;
    StreamDesign Design;
    uint32_t Lanes;
    std::shared_ptr<const CoveredLane> Lane;
  };
  std::vector<SizedWord> Words;
  std::string Target; ///< family of all that is remembered
  LutMemo Parts;
  std::deque<Known> Latest;
};

} // namespace roofline

#endif
