// Words of a buffer that an output leaves alone between those it writes.
#ifndef ROOFLINE_CORE_STREAMGAPS_H
#define ROOFLINE_CORE_STREAMGAPS_H

#include "roofline/Core/StreamSchedule.h"

namespace roofline {

/// An output's beats are the rows of a box within its Window; what
/// roofline_axi_gaps puts between them, in beats.
struct StreamGaps {
  int64_t Row = 1, Gap = 0;         ///< [beat] of a row, and after it
  int64_t Rows = 1, Plane = 0;      ///< [row] of a plane, [beat] after it
  int64_t Column = 0, FirstRow = 0; ///< where the lane begins within the box
  bool operator==(const StreamGaps &) const = default;
};
/// Nothing where the lane's beats follow one another.
std::optional<StreamGaps> outputGaps(const StreamKernel &K,
                                     const StreamDesign &D, uint32_t Lane,
                                     uint32_t Output) noexcept;

/// Whether beat \p Rank of the Window of an output is one of its stream.
bool isWritten(const StreamKernel &K, const StreamDesign &D, uint32_t Output,
               int64_t Rank) noexcept;

} // namespace roofline

#endif
