// Streams of the elements beyond the ends of a ring.
#ifndef ROOFLINE_STREAM_RINGSEAMS_H
#define ROOFLINE_STREAM_RINGSEAMS_H

#include "roofline/Stream/StreamKernel.h"

namespace roofline {

/// [position] So vectors of up to 16 begin and end where a seam does, as AXI4
/// masters ask; longer ones go with streams alone.
constexpr int64_t SeamAlignment = 16;

/// Returns \p K with streams of their own, moved to where they are needed, for
/// elements that few positions read from far away, as the first row of a torus
/// reads the last one. So no walk waits for the other end of a buffer, and no
/// line buffer holds all of it; those elements are read twice. In one dimension
/// a move is a multiple of \p Align [position], so that vectors still fit.
StreamKernel withRingSeams(StreamKernel K, int64_t Align = SeamAlignment);

} // namespace roofline

#endif
