// hls::fence: accesses of memory in front of it come before those behind it.
#ifndef ROOFLINE_HLS_HLS_FENCE_H
#define ROOFLINE_HLS_HLS_FENCE_H

#include "roofline_hls/MacrosAway.inc"

#include "roofline_hls/Bits.h"

namespace hls {

/// Keeps the order of accesses to the arguments. A program that runs has it.
template <class... Memories> ROOFLINE_HLS_INLINE void fence(Memories &...) {}

} // namespace hls

#include "roofline_hls/MacrosBack.inc"

#endif
