// Runs a stream kernel by its definition: the reference for all variants.
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

/// Runs \p K by its definition, position by position: the reference for
/// transformed kernels and emitted code. The host computes float64 and float32
/// and must round to nearest even and keep subnormals; a NaN has any payload.
void evaluate(const StreamKernel &K, StreamMemory &Memory);

} // namespace roofline

#endif
