// Copies the kernels of a module, for analyses that change them.
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

/// Returns a module with copies of the kernels of \p M and all they use, in the
/// order of \p M. Both modules share metadata: a pass may attach other nodes to
/// the copy, but must not change a node.
std::unique_ptr<llvm::Module> cloneKernels(const llvm::Module &M);

} // namespace roofline

#endif
