// Facts of C++ kernels that have a file of their own.
#ifndef ROOFLINE_LIB_HLSKERNELS_HLSFACTS_H
#define ROOFLINE_LIB_HLSKERNELS_HLSFACTS_H

namespace llvm {
class Function;
} // namespace llvm

namespace roofline {

struct Hierarchy;
struct KernelSummary;

/// Adds to each loop of \p Kernel the calls that lead to it.
void addCalls(const Hierarchy &H, KernelSummary &Kernel);

/// Adds what in \p F no compiler makes hardware of to the unknowns of \p
/// Kernel.
void addRefusals(const llvm::Function &F, KernelSummary &Kernel);

} // namespace roofline

#endif
