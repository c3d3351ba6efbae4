// Kernels that run one after another, as one stream kernel.
//
/// \file
/// A buffer that an earlier kernel has written reaches a kernel from there, at
/// the offsets of its reads. The later kernel runs behind the earlier one on
/// the same walk, and a line buffer of the schedule lies between them. Elements
/// that no earlier kernel has written come from memory. Elements that only some
/// positions write come from memory too. Buffers are the same where their names
/// are, and so are scalar arguments. All that is written leaves the core but
/// temporaries.
/// Not handled: kernels whose positions walk a shared buffer in rows of another
/// length; what is known after the whole launch only (a reduction's result, one
/// element for all positions) and read by a later kernel. Each is an error.
/// Source: TYTRA17 section 4, coarse-grained pipelines.
/// Try: roofline variants opencl-samples/fdtd2d/fdtd2d.cl
///        --launch opencl-samples/fdtd2d/fdtd2d.launch.yaml
#ifndef ROOFLINE_STREAM_STREAMCHAIN_H
#define ROOFLINE_STREAM_STREAMCHAIN_H

#include "roofline/Stream/StreamKernel.h"

namespace roofline {

struct ChainError {
  SourceLocation Loc; ///< the kernel or the access that prevents the chain
  std::string Message;
  bool operator==(const ChainError &) const = default;
};

/// \p Kernels in their order as \p Chain; \p Temporaries are buffers that
/// nobody needs afterwards. Nothing, or why they are no chain. One kernel
/// without temporaries is itself.
std::optional<ChainError>
composeChain(const std::vector<StreamKernel> &Kernels,
             const std::vector<std::string> &Temporaries, StreamKernel &Chain);

/// The names of the kernels of a chain: "ey,ex,hz" are three.
std::vector<std::string> kernelsOfChain(std::string_view Name);

} // namespace roofline

#endif
