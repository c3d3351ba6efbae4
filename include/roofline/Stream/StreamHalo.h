// How far around a position its results reach.
#ifndef ROOFLINE_STREAM_STREAMHALO_H
#define ROOFLINE_STREAM_STREAMHALO_H

#include "roofline/Stream/StreamKernel.h"

namespace roofline {

/// [position] How far the walk must be ahead of a position, and how far back it
/// must remember, to have all offsets of \p In and of what shares its port,
/// those that AtOffset adds up to included; both at least 0. Source: TYTRA17
/// Table 1, N_OFF.
struct Halo {
  int64_t Ahead = 0, Behind = 0;
  bool operator==(const Halo &) const = default;
};
Halo halo(const StreamKernel &K, const InputStream &In);
/// Finds the halo of the taps alone, without AtOffset.
Halo tapHalo(const StreamKernel &K, const InputStream &In) noexcept;
/// Finds the halo of all inputs together.
Halo halo(const StreamKernel &K);

/// [position] How far before a result's position values are needed, by
/// AtOffset.
int64_t valuesBehind(const StreamKernel &K);

/// [position] Where positions lie around a result's, by dimension.
struct Around {
  Offset Least{0, 0, 0}, Most{0, 0, 0};
};
/// The elements of each input that outputs need, through all values; nothing
/// where none is.
std::vector<std::optional<Around>> inputsAround(const StreamKernel &K);

} // namespace roofline

#endif
