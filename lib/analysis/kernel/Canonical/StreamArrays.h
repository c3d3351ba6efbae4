// Streams of C++ as arrays, for what runs one process after the other.
#ifndef ROOFLINE_LIB_CANONICAL_STREAMARRAYS_H
#define ROOFLINE_LIB_CANONICAL_STREAMARRAYS_H

#include "llvm/ADT/StringMap.h"

#include <cstdint>

namespace llvm {
class Function;
} // namespace llvm

namespace roofline {

/// Makes arrays of the streams of include-hls/hls_stream.h that \p Kernel
/// declares, and buffers of those that it takes, with a counter for each end;
/// all that it calls is inlined before. A structure is an array, or buffer, for
/// each word of it. Integer arguments have \p Values, by name. Returns the
/// kernel, which is another function where it takes more buffers. Where the
/// elements of a stream have no constant bound, all calls of streams stay.
llvm::Function &makeStreamsArrays(llvm::Function &Kernel,
                                  const llvm::StringMap<int64_t> &Values);

} // namespace roofline

#endif
