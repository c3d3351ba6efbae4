// How long a signal takes between two registers of a core, without routing.
//
/// \file
/// Sums what `sta` of yosys measured of each structure (Resources/CostModel.h):
/// the register, memory or shift register that an operand comes from, the
/// operation and, in form Comb, all that follow it; beside it the control of a
/// lane. Does not see what synthesis merges or makes faster across these
/// borders. Source: TYTRA17 section 6.1, F_D from the target's cost model.
#ifndef ROOFLINE_RESOURCES_LOGICPATH_H
#define ROOFLINE_RESOURCES_LOGICPATH_H

#include "roofline/Base/Units.h"
#include "roofline/Core/StreamLayout.h"
#include "roofline/Core/StreamSchedule.h"
#include "roofline/Resources/CostModel.h"

#include <optional>
#include <string>
#include <vector>

namespace roofline {

struct LogicPath {
  double Delay = 0;    ///< [ps] of the longest one
  std::string Through; ///< "add of 32 bits", "lane of 2 and 1 streams"
  SourceLocation Loc;  ///< of an operation
  /// Structures without a delay, as "mul of 32 bits"; where there are any, the
  /// longest path may be longer.
  std::vector<std::string> Unknowns;
  bool operator==(const LogicPath &) const = default;
};

/// Longest path of all lanes of \p D, whose schedule and layout are \p S and
/// \p L.
LogicPath logicPath(const CostModel &Costs, const StreamKernel &K,
                    const StreamDesign &D, const DatapathSchedule &S,
                    const LaneLayout &L);
LogicPath logicPath(const CostModel &Costs, const StreamKernel &K,
                    const StreamDesign &D);

/// Clocks that a core may have, as routing adds much or little.
struct ClockRange {
  Hertz Low, Typical, High;
  bool operator==(const ClockRange &) const = default;
};

/// Clocks of a core whose longest path takes \p Delay [ps] through cells.
ClockRange clockRange(const RoutingShare &Routing, double Delay) noexcept;

} // namespace roofline

#endif
