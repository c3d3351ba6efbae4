// Waits of clock cycles, which cost nothing where a program runs.
#ifndef ROOFLINE_HLS_AP_UTILS_H
#define ROOFLINE_HLS_AP_UTILS_H

#include "roofline_hls/Bits.h"

ROOFLINE_HLS_INLINE void ap_wait() {}
ROOFLINE_HLS_INLINE void ap_wait_n(int) {}

#endif
