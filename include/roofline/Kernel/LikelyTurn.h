// Kernels that look like one step of an iterative stencil.
#ifndef ROOFLINE_KERNEL_LIKELYTURN_H
#define ROOFLINE_KERNEL_LIKELYTURN_H

#include "roofline/Kernel/KernelSummary.h"
#include "roofline/Kernel/Launch.h"

namespace roofline {

/// Buffers that would take turns if \p Kernel were repeated: it writes the one
/// alone, never reads it, and reads the other on both sides of where it writes,
/// at distances that are the same everywhere. Nothing for any other kernel.
std::optional<SwapPair> likelyTurn(const KernelSummary &Kernel);

} // namespace roofline

#endif
