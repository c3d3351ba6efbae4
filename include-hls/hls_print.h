// hls::print: a format and at most one number.
#ifndef ROOFLINE_HLS_HLS_PRINT_H
#define ROOFLINE_HLS_HLS_PRINT_H

#include "roofline_hls/MacrosAway.inc"

#include "roofline_hls/Bits.h"
#ifndef __SYNTHESIS__
#include <cstdio>
#endif

namespace hls {

ROOFLINE_HLS_INLINE void print([[maybe_unused]] const char *Format) {
#ifndef __SYNTHESIS__
  std::fputs(Format, stdout);
#endif
}
template <class T>
ROOFLINE_HLS_INLINE void print([[maybe_unused]] const char *Format,
                               [[maybe_unused]] T Value) {
#ifndef __SYNTHESIS__
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wformat-nonliteral"
  std::printf(Format, Value);
#pragma clang diagnostic pop
#endif
}

} // namespace hls

#include "roofline_hls/MacrosBack.inc"

#endif
