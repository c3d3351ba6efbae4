// The launch file of kernels, to be filled in.
#ifndef ROOFLINE_TOOLS_LAUNCHSTUB_H
#define ROOFLINE_TOOLS_LAUNCHSTUB_H

#include "roofline/Kernel/KernelSummary.h"

#include "llvm/ADT/ArrayRef.h"

#include <string>

namespace roofline {

/// Returns a launch file that lists the sizes and scalar arguments of \p
/// Kernels. Each stands as a word in capitals, which a reader of the file
/// refuses at its place until it is a number.
std::string launchStub(llvm::ArrayRef<KernelSummary> Kernels);

} // namespace roofline

#endif
