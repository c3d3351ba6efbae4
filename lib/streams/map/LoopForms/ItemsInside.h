// Work-items that take turns in a loop.
#ifndef ROOFLINE_LIB_LOOPFORMS_ITEMSINSIDE_H
#define ROOFLINE_LIB_LOOPFORMS_ITEMSINSIDE_H

#include "OpenLoops.h"

namespace roofline {

/// Puts a barrier into each innermost loop of a kernel with barriers that adds
/// up floating-point numbers: then the work-items of a group take turns, and no
/// sum waits for its last addition. Before keepInMemory().
void putItemsInside(OpenLoops &Open);

} // namespace roofline

#endif
