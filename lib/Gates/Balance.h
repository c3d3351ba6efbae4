// Trees of gates with their operands in another order.
#ifndef ROOFLINE_LIB_GATES_BALANCE_H
#define ROOFLINE_LIB_GATES_BALANCE_H

#include "roofline/Gates/GateNetwork.h"

namespace roofline {

/// Joins trees of AND and of XOR gates again, the earliest operands first; only
/// gates that nothing else reads are part of a tree. Drops gates that no output
/// needs.
GateNetwork balanced(const GateNetwork &Network);

} // namespace roofline

#endif
