// Delay of a signal between two registers of a core, without routing.
//
/// \file
/// Follows the cells that the core's netlist is covered with, each with its own
/// delay (Mapping/MappedPath.h). Memories, products and floats have the delays
/// that `sta` of yosys measured of them (Resources/CostModel.h).
/// Source: TYTRA17 section 6.1, F_D from the target's cost model.
#ifndef ROOFLINE_RESOURCES_LOGICPATH_H
#define ROOFLINE_RESOURCES_LOGICPATH_H

#include "roofline/Base/Units.h"
#include "roofline/Core/StreamLayout.h"
#include "roofline/Core/StreamSchedule.h"
#include "roofline/Resources/CoveredLanes.h"

#include <optional>
#include <string>
#include <vector>

namespace roofline {

struct LogicPath {
  double Delay = 0;    ///< [ps] of the longest path
  std::string Through; ///< "add of 32 bits", "lane of 2 and 1 streams"
  SourceLocation Loc;  ///< of the operation, if it is one
  /// Structures without a delay, as "mul of 32 bits". Unless empty, the longest
  /// path may be longer than Delay.
  std::vector<std::string> Unknowns;
  bool operator==(const LogicPath &) const = default;
};

/// Longest path over all lanes of \p D; \p Lanes knows lanes of earlier
/// designs.
LogicPath logicPath(const CostModel &Costs, const StreamKernel &K,
                    const StreamDesign &D, CoveredLanes &Lanes);
LogicPath logicPath(const CostModel &Costs, const StreamKernel &K,
                    const StreamDesign &D);

/// Clocks of a core when routing adds much, a typical share, or little.
struct ClockRange {
  Hertz Low, Typical, High;
  bool operator==(const ClockRange &) const = default;
};

/// Clocks of a core whose longest path takes \p Delay [ps] through cells.
ClockRange clockRange(const RoutingShare &Routing, double Delay) noexcept;

} // namespace roofline

#endif
