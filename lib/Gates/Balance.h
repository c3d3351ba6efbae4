// Trees of gates with their operands in another order.
#ifndef ROOFLINE_LIB_GATES_BALANCE_H
#define ROOFLINE_LIB_GATES_BALANCE_H

#include "roofline/Gates/GateNetwork.h"

namespace roofline {

/// Trees of AND and of XOR gates that nothing else reads, joined again, the
/// earliest operands first. Gates that no output needs are gone.
GateNetwork balanced(const GateNetwork &Network);

} // namespace roofline

#endif
