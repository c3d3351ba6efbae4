// Replays one part of a launch's code, work-item by work-item.
#ifndef ROOFLINE_LIB_BOARD_REPLAYWALK_H
#define ROOFLINE_LIB_BOARD_REPLAYWALK_H

#include "BoundLaunch.h"

#include "roofline/Board/Replay.h"

namespace roofline {

/// Walks the loops around \p Part, the code directly inside that loop. The
/// number of loops stands for the code in no loop. Moves \p Launched, which one
/// thread has for all parts: a copy for each would take the square of their
/// number.
ReplayedPart walkPart(const BoundKernel &Bound, BoundLaunch &Launched,
                      const Design &D, const BoardMechanisms &With,
                      size_t Part);

} // namespace roofline

#endif
