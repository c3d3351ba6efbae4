// One space for the kernels of a chain.
#ifndef ROOFLINE_STREAM_CHAINSPACE_H
#define ROOFLINE_STREAM_CHAINSPACE_H

#include "roofline/Stream/StreamChain.h"

#include <map>

namespace roofline {

bool contains(const Box &Outer, const Box &Inner) noexcept;
Box hull(const Box &A, const Box &B) noexcept;
Box moved(Box B, const Offset &Delta) noexcept;

/// Why steps and chains cannot use \p S of \p K, after the stream's name.
/// Nothing when its elements are single and consecutive.
std::optional<std::string> whyNotSingle(const StreamKernel &K, const Stream &S);

/// Extends \p S by the elements of \p More, which walks the buffer in the same
/// way.
void growWindow(Stream &S, const Stream &More) noexcept;

/// Sets \p Shift, which moves the elements of \p S to their positions in
/// \p Known. Returns nothing, or why there is no such shift.
std::optional<std::string> shiftBetween(const Stream &Known, const Stream &S,
                                        Offset &Shift);

/// Positions of a chain's kernels in one space, so that each element of a
/// shared buffer has one position.
struct ChainSpace {
  Box Space, Active; ///< hull of the kernels' boxes; Space begins at 0
  unsigned NumDimensions = 1;
  std::vector<Offset> Shifts; ///< from a kernel's positions to the chain's
  /// All elements of each buffer with a stream in some kernel.
  std::map<std::string, Stream, std::less<>> Buffers;
};

/// The place at which \p K first reads \p Buffer, else that of \p K.
SourceLocation placeOf(const StreamKernel &K, std::string_view Buffer);

std::optional<ChainError>
findChainSpace(const std::vector<StreamKernel> &Kernels, ChainSpace &Out);

} // namespace roofline

#endif
