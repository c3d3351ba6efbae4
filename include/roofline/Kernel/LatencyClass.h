// Maps an operation to the entry of a device's latency table that prices it.
#ifndef ROOFLINE_KERNEL_LATENCYCLASS_H
#define ROOFLINE_KERNEL_LATENCYCLASS_H

#include "roofline/Kernel/KernelSummary.h"

#include <string>
#include <string_view>

namespace roofline {

/// The operator class of \p Op, a key of Device::Latency ("fp_add",
/// "local_mem", ...); empty for what costs no cycle of the block's path: wires
/// (phi, conversions of integer width, shuffles), private registers, and global
/// memory, which the memory model prices. An operation without a class of its
/// own is its own class, so that a table that lacks it names it.
/// Source: HPCA16 Table 2 for int_add, int_mul, int_div, branch, fp_add,
/// fp_mul, fp_div, fp_sqrt, local_mem.
std::string latencyClass(const KernelSummary &Kernel, const Operation &Op);

/// True for an operator or a builtin that some device may have a latency of.
bool isKnownOperator(std::string_view Name);

} // namespace roofline

#endif
