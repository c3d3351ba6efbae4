// Finds code that no compiler makes hardware of.
#ifndef ROOFLINE_LIB_HLSKERNELS_HLSFACTS_H
#define ROOFLINE_LIB_HLSKERNELS_HLSFACTS_H

namespace llvm {
class Function;
} // namespace llvm

namespace roofline {

struct KernelSummary;

/// Adds what in \p F no compiler makes hardware of to the unknowns of \p
/// Kernel.
void addRefusals(const llvm::Function &F, KernelSummary &Kernel);

} // namespace roofline

#endif
