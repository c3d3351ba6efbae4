// Kernels that look like one step of an iterative stencil.
#ifndef ROOFLINE_KERNEL_LIKELYTURN_H
#define ROOFLINE_KERNEL_LIKELYTURN_H

#include "roofline/Kernel/KernelSummary.h"
#include "roofline/Kernel/Launch.h"

namespace roofline {

/// Returns the buffers that repetitions of \p Kernel would exchange. The kernel
/// writes only the buffer Written and never reads it. It reads the buffer Read
/// on both sides of the written element, at constant distances. Nothing for any
/// other kernel.
std::optional<SwapPair> likelyTurn(const KernelSummary &Kernel);

} // namespace roofline

#endif
