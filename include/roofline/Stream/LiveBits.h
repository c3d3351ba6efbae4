// Bits of each datapath value that can be set, and bits that are read.
#ifndef ROOFLINE_STREAM_LIVEBITS_H
#define ROOFLINE_STREAM_LIVEBITS_H

#include "roofline/Stream/StreamKernel.h"

#include <bit>

namespace roofline {

/// Bits [Low, High) of a value may be set; the others are 0. Masks cover the
/// lowest 64 bits; no stream has more.
struct LiveBits {
  uint32_t Low = 0, High = 0; ///< [bit]
  uint64_t Varies = 0;        ///< bits that are neither always 0 nor always 1
  /// Bits that a register of the value holds: they vary and have a reader. Bits
  /// that always equal each other are held once.
  uint64_t Held = 0;
  uint64_t Read = 0; ///< bits that have a reader
  bool operator==(const LiveBits &) const = default;
  uint32_t count() const noexcept { return High > Low ? High - Low : 0; }
  uint32_t registers() const noexcept {
    return static_cast<uint32_t>(std::popcount(Held));
  }
};
/// One node's results are read in the place of the other's.
struct StandIn {
  uint32_t Node = 0, Original = 0;
};
/// Finds the live bits of each node of \p K. A stand-in has the readers of the
/// other node, too.
std::vector<LiveBits> liveBits(const StreamKernel &K,
                               const std::vector<StandIn> &StandIns = {});

} // namespace roofline

#endif
