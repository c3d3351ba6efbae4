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

#include "roofline/Analysis/ChannelUses.h"
#include "roofline/Canonical/SourceTally.h"
#include "roofline/Kernel/KernelSummary.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <string>
#include <vector>

namespace llvm {
class Argument;
class Function;
class Module;
} // namespace llvm

namespace roofline {

/// Adds to the summary of a kernel of a canonical clone.
using AddFacts = llvm::function_ref<void(llvm::Function &, KernelSummary &)>;

/// Returns the summaries of all kernels of \p M, and of its functions \p Tops
/// by their names in the object file, in module order, with what \p Add adds.
/// Does not change \p M.
std::vector<KernelSummary>
summarizeKernels(const llvm::Module &M, llvm::ArrayRef<std::string> Tops = {},
                 AddFacts Add = nullptr);

/// Returns name, type and kind of \p A. Leaves a buffer's element type and
/// direction empty; they come from its accesses.
KernelArg describeArgument(const llvm::Argument &A);

/// Returns the summary of \p Kernel, a kernel of a canonical clone. \p Source
/// holds the operations that the author wrote. Adds to \p Uses the kernel's
/// operations on channels, if it is given.
KernelSummary summarizeKernel(llvm::Function &Kernel, SourceForm Source,
                              std::vector<ChannelUse> *Uses = nullptr);

} // namespace roofline

#endif
