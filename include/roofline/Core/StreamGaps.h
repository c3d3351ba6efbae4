// Gaps of an output: words between the written ones that keep their value.
#ifndef ROOFLINE_CORE_STREAMGAPS_H
#define ROOFLINE_CORE_STREAMGAPS_H

#include "roofline/Core/StreamSchedule.h"

namespace roofline {

/// Beats without strobe that roofline_axi_gaps inserts into an output stream.
/// The stream's beats are the rows of a box within the output's Window.
struct StreamGaps {
  int64_t Row = 1, Gap = 0;         ///< [beat] in a row, and between rows
  int64_t Rows = 1, Plane = 0;      ///< [row] in a plane, [beat] more after it
  int64_t Column = 0, FirstRow = 0; ///< start of the lane, within the box
  bool operator==(const StreamGaps &) const = default;
};
/// Returns the gaps of an output of a lane; nothing where its beats follow one
/// another.
std::optional<StreamGaps> outputGaps(const StreamKernel &K,
                                     const StreamDesign &D, uint32_t Lane,
                                     uint32_t Output) noexcept;

/// True where the output's stream contains beat \p Rank of its Window.
bool isWritten(const StreamKernel &K, const StreamDesign &D, uint32_t Output,
               int64_t Rank) noexcept;

} // namespace roofline

#endif
