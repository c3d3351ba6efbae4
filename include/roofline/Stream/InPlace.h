// Buffers that a kernel updates in place.
#ifndef ROOFLINE_STREAM_INPLACE_H
#define ROOFLINE_STREAM_INPLACE_H

#include "roofline/Stream/StreamKernel.h"

namespace roofline {

/// Whether a position comes after those before it in the walk, as in a loop, or
/// has no order, as a work-item.
enum class PositionOrder : uint8_t { None, Walk };

/// True where a result of some position of \p K may depend on what another one
/// writes: by Walk, an earlier one, as what later ones write is read before.
/// Conditions that positions alone decide are evaluated at each of them, as the
/// parity of a red-black sweep; others may hold anywhere. Spaces of more than
/// 2^22 positions, and chains, are not looked at, and may.
bool mayReadWritten(const StreamKernel &K, PositionOrder Order);

} // namespace roofline

#endif
