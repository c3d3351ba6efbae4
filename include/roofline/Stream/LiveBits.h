// Bits of each datapath value that can be set, and bits that are read.
#ifndef ROOFLINE_STREAM_LIVEBITS_H
#define ROOFLINE_STREAM_LIVEBITS_H

#include "roofline/Stream/StreamKernel.h"

#include <bit>

namespace roofline {

/// Bits [Low, High) of a value may be set; the others are 0. Masks are of its
/// lowest 64 bits, and no stream has more.
struct LiveBits {
  uint32_t Low = 0, High = 0; ///< [bit]
  uint64_t Varies = 0;        ///< neither always 0 nor always 1
  /// Bits in a register of the value: they vary, and something reads them. One
  /// bit is held for all bits that are always the same as each other.
  uint64_t Held = 0;
  uint64_t Read = 0; ///< those that something reads
  bool operator==(const LiveBits &) const = default;
  uint32_t count() const noexcept { return High > Low ? High - Low : 0; }
  uint32_t registers() const noexcept {
    return static_cast<uint32_t>(std::popcount(Held));
  }
};
/// Finds the live bits of each node of \p K.
std::vector<LiveBits> liveBits(const StreamKernel &K);

} // namespace roofline

#endif
