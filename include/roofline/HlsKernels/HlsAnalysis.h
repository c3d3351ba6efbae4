// Functions of C and C++ to KernelSummary.
//
/// \file
/// A top function is summarised as any kernel. What the parser recorded of it
/// is added: directives, labels of loops, memories. What no compiler makes
/// hardware of becomes an Unknown of kind Refused.
/// Try: roofline analyze --tcl hls-samples/fir/fir.tcl --summary-out fir.json
#ifndef ROOFLINE_HLSKERNELS_HLSANALYSIS_H
#define ROOFLINE_HLSKERNELS_HLSANALYSIS_H

#include "roofline/Kernel/KernelSummary.h"

#include "llvm/ADT/ArrayRef.h"

#include <string>
#include <vector>

namespace llvm {
class Module;
} // namespace llvm

namespace roofline {

/// Returns the summaries of all OpenCL kernels of \p M, and of its functions \p
/// Tops by their names in the object file, in module order.
std::vector<KernelSummary> summarizeTops(const llvm::Module &M,
                                         llvm::ArrayRef<std::string> Tops);

} // namespace roofline

#endif
