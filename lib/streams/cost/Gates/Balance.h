// Trees of gates with their operands in another order.
#ifndef ROOFLINE_LIB_GATES_BALANCE_H
#define ROOFLINE_LIB_GATES_BALANCE_H

#include "roofline/Gates/GateNetwork.h"

namespace roofline {

/// Returns the network with trees of AND and of XOR gates that nothing else
/// reads joined again: ANDs so that they fill tables of \p TableInputs, XORs
/// the earliest operands first. Gates that no output needs are gone.
GateNetwork balanced(const GateNetwork &Network, uint32_t TableInputs);

} // namespace roofline

#endif
