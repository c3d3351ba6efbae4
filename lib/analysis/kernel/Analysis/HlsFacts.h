// What only functions of C and C++ have: directives, labels, memories.
#ifndef ROOFLINE_LIB_ANALYSIS_HLSFACTS_H
#define ROOFLINE_LIB_ANALYSIS_HLSFACTS_H

namespace llvm {
class Function;
} // namespace llvm

namespace roofline {

struct Hierarchy;
struct KernelSummary;

/// Adds to \p Kernel, whose loops are those of \p H, the directives, the labels
/// of loops and the memories of \p F; nothing for a kernel of OpenCL.
void addHlsFacts(const llvm::Function &F, const Hierarchy &H,
                 KernelSummary &Kernel);

/// Adds what in \p F no compiler makes hardware of to the unknowns of \p
/// Kernel.
void addRefusals(const llvm::Function &F, KernelSummary &Kernel);

} // namespace roofline

#endif
