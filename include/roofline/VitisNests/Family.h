// Operators of the vendor's library: their latencies and multiplier blocks.
//
/// \file
/// One table for one family of devices and one clock; docs/model-vitis.md says
/// what it is measured on.
#ifndef ROOFLINE_VITISNESTS_FAMILY_H
#define ROOFLINE_VITISNESTS_FAMILY_H

#include "roofline/Base/Units.h"
#include "roofline/Kernel/KernelSummary.h"

#include <optional>
#include <string_view>

namespace roofline::vitis {

/// Role of an operation in the schedule.
enum class OpClass : uint8_t {
  Wire, ///< no logic worth a cycle: casts, selects, compares, addresses
  Add,  ///< floating-point sum or difference
  Multiply,
  Divide,
  Integer, ///< integer operator; some take cycles
  Load,
  Store,
  Stream,   ///< a packet read from a stream or written to it
  Function, ///< square root, exponential and the like
  Phi,      ///< a value that a loop carries
};

struct OperatorCost {
  unsigned Latency = 0; ///< [cycle]
  unsigned Dsp = 0;     ///< blocks of one operator
  /// [cycle] of the quick form, which takes LUTs instead of blocks: for a
  /// recurrence that would not keep the interval that a pragma asks for. 0:
  /// there is none.
  unsigned QuickLatency = 0;
  bool operator==(const OperatorCost &) const = default;
};

OpClass classOf(const Operation &O);

/// True for an operator of integers that takes LUTs and no unit.
bool isPricedInteger(std::string_view Name);

/// Returns the cost of \p O at \p Clock; nothing for an operator that the table
/// lacks.
std::optional<OperatorCost> costOf(const Operation &O, Hertz Clock);

/// True where the choice of a flattened loop between a start value and that of
/// the iteration before takes a cycle of its own.
bool choiceTakesCycle(Hertz Clock);

} // namespace roofline::vitis

#endif
