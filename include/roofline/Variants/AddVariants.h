// Adds variants of kernels to their module.
#ifndef ROOFLINE_VARIANTS_ADDVARIANTS_H
#define ROOFLINE_VARIANTS_ADDVARIANTS_H

#include "roofline/Variants/VariantRequest.h"

namespace llvm {
class Module;
} // namespace llvm

namespace roofline {

/// Adds `KERNEL.variant` to \p M for each kernel, or for the requested one.
/// Changes nothing else, and nothing at all on an error.
llvm::Error addVariants(llvm::Module &M, const VariantRequest &Request);

} // namespace roofline

#endif
