// Parts of boards with a serial line to the host and one memory.
#ifndef ROOFLINE_LIB_SOC_SERIALBOARD_H
#define ROOFLINE_LIB_SOC_SERIALBOARD_H

#include "SystemPlan.h"

namespace roofline {

/// NAME_board: all of the board but its pads.
std::string printSerialBoard(const SystemPlan &P, Templates &T);

/// [cycle] A bit of the serial line, which has 1 Mbit/s.
long serialDivide(const SystemPlan &P);

} // namespace roofline

#endif
