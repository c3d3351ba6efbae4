// Maps an operation to the entry of a device's latency table that prices it.
#ifndef ROOFLINE_KERNEL_LATENCYCLASS_H
#define ROOFLINE_KERNEL_LATENCYCLASS_H

#include "roofline/Kernel/KernelSummary.h"

#include <string>

namespace roofline {

/// Returns the operator class of \p Op, a key of Device::Latency ("fp_add",
/// "local_mem", ...). Empty for operations without a cycle in the block's path:
/// wires (phi, conversions of integer width, shuffles), private registers, and
/// global memory, which the memory model prices. Any other operation is its own
/// class, so that an error about a table without it can name it.
/// Source: HPCA16 Table 2 for int_add, int_mul, int_div, branch, fp_add,
/// fp_mul, fp_div, fp_sqrt, local_mem.
std::string latencyClass(const KernelSummary &Kernel, const Operation &Op);

} // namespace roofline

#endif
