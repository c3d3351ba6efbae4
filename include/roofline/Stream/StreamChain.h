// Kernels that run one after another, as one stream kernel.
//
/// \file
/// A later kernel reads the values of an earlier kernel directly, at the
/// offsets of its reads. The later kernel runs behind the earlier one on the
/// same walk, and a line buffer of the schedule lies between them. Elements
/// that no earlier kernel writes, or that only some positions write, come from
/// memory. Buffers and scalar arguments with equal names are the same. Every
/// written buffer but the temporaries leaves the core.
/// Not handled: kernels whose positions walk a shared buffer in rows of
/// different length; a later kernel that reads a value known only after the
/// whole launch (a reduction's result, one element for all positions). Each is
/// an error.
/// Source: TYTRA17 section 4, coarse-grained pipelines.
/// Try: roofline variants opencl-samples/fdtd2d/fdtd2d.cl
///        --launch opencl-samples/fdtd2d/fdtd2d.launch.yaml
#ifndef ROOFLINE_STREAM_STREAMCHAIN_H
#define ROOFLINE_STREAM_STREAMCHAIN_H

#include "roofline/Kernel/KernelChain.h"
#include "roofline/Stream/StreamKernel.h"

namespace roofline {

struct ChainError {
  SourceLocation Loc; ///< the kernel or the access that prevents the chain
  std::string Message;
  bool operator==(const ChainError &) const = default;
};

/// Composes \p Kernels, in order, to \p Chain; \p Temporaries are buffers that
/// are unused afterwards. Returns nothing, or why they are no chain. A single
/// kernel without temporaries stays as it is.
std::optional<ChainError>
composeChain(const std::vector<StreamKernel> &Kernels,
             const std::vector<std::string> &Temporaries, StreamKernel &Chain);

/// Characters of the longest shortName(): files get endings, and many systems
/// allow 255.
inline constexpr size_t LongestShortName = 100;

/// \p Name of a kernel or a chain, as what is made of it is called: a long
/// chain by its first and last kernel, "first_to_last". Any other long name
/// keeps its beginning and its end.
std::string shortName(std::string_view Name);

} // namespace roofline

#endif
