// Cost of a core of loops with memories: time, resources.
//
/// \file
/// As StreamCost.h has it of designs of streams, so that both kinds stand in
/// one table: the cycles of a launch at the clock of the longest path, beside
/// the bytes that the ports move.
#ifndef ROOFLINE_TYTRA17_LOOPCOST_H
#define ROOFLINE_TYTRA17_LOOPCOST_H

#include "roofline/Resources/NetlistPrice.h"
#include "roofline/Tytra17/StreamCost.h"

namespace roofline {

/// A core on some family, and a launch of it.
struct LoopLaunch {
  NetlistPrice Core;
  uint64_t Cycles = 1; ///< [cycle] where no port waits
  double Bytes = 0;    ///< [byte] through all ports
  /// Data decide how often loops run: cycles are those of random data.
  bool IsTimedByData = false;
};

/// Clocks of the core, at most the platform's.
ClockRange loopClock(const StreamPlatform &P, const LoopLaunch &L) noexcept;

/// Prices \p L; its time is the longest of computing and moving data.
StreamPrice priceLoops(const StreamPlatform &P, const LoopLaunch &L) noexcept;

/// Returns why a core that needs \p Need does not fit, or is not known to;
/// nothing where it fits.
std::optional<std::string> whyTooLarge(const StreamPlatform &P,
                                       const std::optional<CoreCost> &Need);

} // namespace roofline

#endif
