// Kernels that look like one step of an iterative stencil.
#ifndef ROOFLINE_LIB_REPORT_LIKELYTURN_H
#define ROOFLINE_LIB_REPORT_LIKELYTURN_H

#include "roofline/Kernel/KernelSummary.h"
#include "roofline/Kernel/Launch.h"

namespace roofline {

/// Returns the buffers Read and Written that repetitions of \p Kernel would
/// exchange: it writes only Written, never reads it, and reads Read on both
/// sides of the written element, at constant distances. Returns nothing for any
/// other kernel.
std::optional<SwapPair> likelyTurn(const KernelSummary &Kernel);

} // namespace roofline

#endif
