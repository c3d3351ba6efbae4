// Variants of a module's kernels, put into the module.
#ifndef ROOFLINE_VARIANTS_ADDVARIANTS_H
#define ROOFLINE_VARIANTS_ADDVARIANTS_H

#include "roofline/Variants/VariantRequest.h"

namespace llvm {
class Module;
} // namespace llvm

namespace roofline {

/// Adds `KERNEL.variant` to \p M for each of its kernels, or for the one that
/// is asked for; \p M is otherwise unchanged, and all of it on an error.
llvm::Error addVariants(llvm::Module &M, const VariantRequest &Request);

} // namespace roofline

#endif
