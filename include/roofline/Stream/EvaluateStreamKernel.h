// A stream kernel run as it is defined: the reference for all its variants.
#ifndef ROOFLINE_STREAM_EVALUATESTREAMKERNEL_H
#define ROOFLINE_STREAM_EVALUATESTREAMKERNEL_H

#include "roofline/Stream/StreamKernel.h"

namespace roofline {

/// Memory of one launch: the bits of each element, by buffer.
struct StreamMemory {
  struct Buffer {
    std::string Name;
    std::vector<uint64_t> Elements;
    bool operator==(const Buffer &) const = default;
  };
  std::vector<Buffer> Buffers;
  std::vector<uint64_t> Scalars; ///< in the order of StreamKernel::Scalars

  Buffer *find(std::string_view Name) noexcept;
  bool operator==(const StreamMemory &) const = default;
};

/// Runs the map as it is defined, position by position: the reference for what
/// is transformed or emitted. float64 and float32 as the host computes them,
/// which must round to nearest even and keep subnormals; a NaN has any payload.
void evaluate(const StreamKernel &K, StreamMemory &Memory);

} // namespace roofline

#endif
