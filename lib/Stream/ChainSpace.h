// One space for the kernels of a chain.
#ifndef ROOFLINE_LIB_STREAM_CHAINSPACE_H
#define ROOFLINE_LIB_STREAM_CHAINSPACE_H

#include "roofline/Stream/StreamChain.h"

#include <map>

namespace roofline {

bool contains(const Box &Outer, const Box &Inner) noexcept;
Box hull(const Box &A, const Box &B) noexcept;
Box moved(Box B, const Offset &By) noexcept;

/// Why steps and chains do not take \p S of \p K, whose name comes before that;
/// nothing where they do: its elements are single and follow one another.
std::optional<std::string> whyNotSingle(const StreamKernel &K, const Stream &S);

/// \p S with the elements of \p More too; both walk the buffer in one way.
void growWindow(Stream &S, const Stream &More) noexcept;

/// Finds the shift that puts the elements of \p S where \p Known has them, or
/// says why there is none.
std::optional<std::string> shiftBetween(const Stream &Known, const Stream &S,
                                        Offset &Shift);

/// Where the kernels of a chain stand, so that each element of a shared buffer
/// is at one position.
struct ChainSpace {
  Box Space, Active; ///< around all kernels'; Space begins at 0
  unsigned NumDimensions = 1;
  std::vector<Offset> Shifts; ///< from a kernel's positions to the chain's
  /// All elements of each buffer that a kernel has a stream of.
  std::map<std::string, Stream, std::less<>> Buffers;
};

/// The place at which \p K first reads \p Buffer, or begins.
SourceLocation placeOf(const StreamKernel &K, std::string_view Buffer);

std::optional<ChainError>
findChainSpace(const std::vector<StreamKernel> &Kernels, ChainSpace &Out);

} // namespace roofline

#endif
