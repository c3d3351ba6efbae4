// Distance around a position that its results read.
#ifndef ROOFLINE_STREAM_STREAMHALO_H
#define ROOFLINE_STREAM_STREAMHALO_H

#include "roofline/Stream/StreamKernel.h"

namespace roofline {

/// [position] Distance that the walk must read ahead of a position and remember
/// behind it, to have all offsets of an input and of the streams on its port.
/// Includes sums of offsets by AtOffset; both at least 0. Source: TYTRA17
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

/// [position] Largest distance behind a result's position from which AtOffset
/// reads values.
int64_t valuesBehind(const StreamKernel &K);

/// [position] Range of offsets around a result's position, by dimension.
struct Around {
  Offset Least{0, 0, 0}, Most{0, 0, 0};
};
/// Range of each input's elements that outputs need, through all values;
/// nothing for an input that no output needs.
std::vector<std::optional<Around>> inputsAround(const StreamKernel &K);

} // namespace roofline

#endif
