// Moves what clocked units compute, as sums of floats, from control to leaves.
#ifndef ROOFLINE_LOOPCORE_CLOCKEDCONTROL_H
#define ROOFLINE_LOOPCORE_CLOCKEDCONTROL_H

#include "roofline/Loops/LoopKernel.h"

namespace roofline {

/// Control takes its values in one cycle. What a clocked unit computes of
/// guards, trips and carried values of outer loops becomes a leaf before or in
/// the loop, and a variable.
void moveClockedControl(LoopKernel &K);

} // namespace roofline

#endif
