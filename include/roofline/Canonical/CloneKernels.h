// A module of the kernels alone, to be changed by the analysis.
#ifndef ROOFLINE_CANONICAL_CLONEKERNELS_H
#define ROOFLINE_CANONICAL_CLONEKERNELS_H

#include <memory>

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace roofline {

/// True for a kernel with a body: `spir_kernel`, or listed in the module's
/// `opencl.kernels` metadata.
bool isKernel(const llvm::Function &F);

/// The kernels of \p M, and what they use, in a module of their own, in the
/// order of \p M. Metadata is shared with \p M: a pass may attach other nodes,
/// but not change one.
std::unique_ptr<llvm::Module> cloneKernels(const llvm::Module &M);

} // namespace roofline

#endif
