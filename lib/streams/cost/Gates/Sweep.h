// Gates of one function are one.
//
/// \file
/// Simulation finds gates that may be equal or opposite, and a search for a
/// difference proves it, as ABC's commands `&fraig` and `scorr` do. Gates whose
/// proof takes too long stay apart.
#ifndef ROOFLINE_LIB_GATES_SWEEP_H
#define ROOFLINE_LIB_GATES_SWEEP_H

#include "roofline/Gates/GateNetwork.h"

namespace roofline {

/// Returns \p Network with its inputs and outputs in their order, and of gates
/// that were proven equal or opposite the first one alone.
GateNetwork swept(const GateNetwork &Network);

} // namespace roofline

#endif
