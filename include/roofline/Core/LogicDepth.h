// How much logic a signal passes between two registers of a datapath.
//
/// \file
/// Look-up tables in a row and bits of carry chains, counted from the
/// operators; no delays. Placement and routing make most of a clock period, and
/// no cost file has them: the clock of a design is an assumption, and these
/// numbers tell a likely one from an unlikely one. Not in here: the control of
/// a lane, and what is inside of the pipelined modules of rtl/, which are
/// named.
#ifndef ROOFLINE_CORE_LOGICDEPTH_H
#define ROOFLINE_CORE_LOGICDEPTH_H

#include "roofline/Core/StreamSchedule.h"

#include <string>
#include <vector>

namespace roofline {

struct LogicDepth {
  uint32_t Levels = 0;    ///< [1] LUTs of 6 inputs in a row
  uint32_t CarryBits = 0; ///< [bit] of carry chains in a row
  /// Operations whose modules have stages of their own: "mul", "fadd".
  std::vector<std::string> Modules;
  bool operator==(const LogicDepth &) const = default;
};

/// Finds the longest path between two registers, by levels and by carry bits.
/// The path is that of one operator in form Pipe, and of the whole function in
/// form Comb.
LogicDepth logicDepth(const StreamKernel &K, const DatapathSchedule &S);

} // namespace roofline

#endif
