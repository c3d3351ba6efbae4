// Copies the kernels of a module, for analyses that change them.
#ifndef ROOFLINE_CANONICAL_CLONEKERNELS_H
#define ROOFLINE_CANONICAL_CLONEKERNELS_H

#include "llvm/ADT/ArrayRef.h"

#include <memory>
#include <optional>
#include <string>

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace roofline {

/// True for a kernel with a body: `spir_kernel`, or listed in the module's
/// `opencl.kernels` metadata.
bool isKernel(const llvm::Function &F);

/// Returns why the memory of \p F cannot be told apart: F is an OpenCL kernel
/// of a target that has no address spaces or others than SPIR's, as a CPU or a
/// GPU. Nothing for a kernel for SPIR, and for a function that is no kernel.
std::optional<std::string> lackOfAddressSpaces(const llvm::Function &F);

/// Returns a module with copies of the kernels of \p M, of its functions \p
/// Tops and of all they use, in the order of \p M. Both modules share metadata:
/// a pass may attach other nodes to the copy, but must not change a node.
std::unique_ptr<llvm::Module>
cloneKernels(const llvm::Module &M, llvm::ArrayRef<std::string> Tops = {});

} // namespace roofline

#endif
