// LLVM IR to KernelSummary.
//
/// \file
/// summarizeKernels() clones and canonicalises a module and summarises each of
/// its kernels; summarizeKernel() reads one kernel that is canonical already.
/// Nothing here depends on a device. A fact that cannot be determined is an
/// Unknown of the summary.
/// Try: roofline analyze opencl-samples/mm/mm.cl --summary-out mm.summary.json
#ifndef ROOFLINE_ANALYSIS_KERNELANALYSIS_H
#define ROOFLINE_ANALYSIS_KERNELANALYSIS_H

#include "roofline/Canonical/SourceTally.h"
#include "roofline/Kernel/KernelSummary.h"

#include <vector>

namespace llvm {
class Argument;
class Function;
class Module;
} // namespace llvm

namespace roofline {

/// The summaries of all kernels of \p M, in module order. \p M is not changed.
std::vector<KernelSummary> summarizeKernels(const llvm::Module &M);

/// Name, type and kind; the element and direction of a buffer are its
/// accesses'.
KernelArg describeArgument(const llvm::Argument &A);

/// The summary of one kernel of a canonical clone; \p Source is what it did
/// before.
KernelSummary summarizeKernel(llvm::Function &Kernel, SourceForm Source);

} // namespace roofline

#endif
