// What the report says of arguments on a bus.
#ifndef ROOFLINE_LIB_HLSREPORT_BUSTEXT_H
#define ROOFLINE_LIB_HLSREPORT_BUSTEXT_H

#include "roofline/HlsReport/HlsResult.h"

namespace roofline {

/// Returns "line 7 reads a by gmem: bursts of 64 over L1 at line 6, 8 cycles
/// each", or why there is no burst.
std::string busText(const HlsResult &R, const BusUse &B);

/// Returns what makes a burst of \p B; empty where it is one.
std::string busAdvice(const HlsResult &R, const BusUse &B);

} // namespace roofline

#endif
