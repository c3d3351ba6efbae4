// The elements that a lane's stream moves, as a DMA is told them.
#ifndef ROOFLINE_CORE_STREAMTRANSFERS_H
#define ROOFLINE_CORE_STREAMTRANSFERS_H

#include "roofline/Core/StreamWalk.h"

#include <vector>

namespace roofline {

/// Beats of a box of positions, dimension 0 fastest.
struct BeatTransfer {
  /// [element] Index into the buffer of the first beat's first element. Where a
  /// vector begins before the window, that element is none and may be negative.
  int64_t FirstElement = 0;
  Offset Beats = {1, 1, 1};   ///< [beat] in a row, [row], [plane]
  Offset Pitches = {0, 0, 0}; ///< [element] from a beat, row, plane to the next
  bool operator==(const BeatTransfer &) const = default;
};

/// Returns the beats of \p S that forEachBeat(K, Vector, Beats, Window, ...)
/// walks, in that order, rows that follow one another as one: at most five
/// transfers, as a lane may begin and end within a row and within a plane.
std::vector<BeatTransfer> transfersOf(const StreamKernel &K, uint32_t Vector,
                                      const Stream &S, StepRange Beats,
                                      const Box &Window);

} // namespace roofline

#endif
