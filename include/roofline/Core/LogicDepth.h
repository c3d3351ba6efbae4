// Depth of the logic between two registers of a datapath.
//
/// \file
/// Counts look-up tables in a row and bits of carry chains from the operators,
/// not delays. Placement and routing make most of a clock period, and no cost
/// file has them. A design's clock is therefore an assumption, and these
/// numbers tell a likely clock from an unlikely one. Not handled: the control
/// of a lane, and logic inside the pipelined modules of rtl/ (their names are
/// listed).
#ifndef ROOFLINE_CORE_LOGICDEPTH_H
#define ROOFLINE_CORE_LOGICDEPTH_H

#include "roofline/Core/StreamSchedule.h"

#include <string>
#include <vector>

namespace roofline {

/// Longest paths between two registers.
struct LogicDepth {
  uint32_t Levels = 0;    ///< [1] LUTs of 6 inputs in a row
  uint32_t CarryBits = 0; ///< [bit] of carry chains in a row
  /// Operations built by pipelined modules: "mul", "fadd".
  std::vector<std::string> Modules;
  bool operator==(const LogicDepth &) const = default;
};

/// Finds the longest path between two registers, by levels and by carry bits. A
/// path crosses one operator in form Pipe, and the whole function in form Comb.
LogicDepth logicDepth(const StreamKernel &K, const DatapathSchedule &S);

} // namespace roofline

#endif
