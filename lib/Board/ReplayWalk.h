// One part of a launch's code, gone through work-item by work-item.
#ifndef ROOFLINE_LIB_BOARD_REPLAYWALK_H
#define ROOFLINE_LIB_BOARD_REPLAYWALK_H

#include "BoundLaunch.h"

#include "roofline/Board/Replay.h"

namespace roofline {

/// Goes along the loops around part \p Part, the code directly inside that
/// loop, or for the number of loops the code in none.
ReplayedPart walkPart(const BoundKernel &Bound, const BoundLaunch &Launched,
                      const Design &D, const BoardMechanisms &With,
                      size_t Part);

} // namespace roofline

#endif
