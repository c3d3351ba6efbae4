// Strip-mines the loop nest of a single work-item.
#ifndef ROOFLINE_LIB_VARIANTS_LOOPNEST_H
#define ROOFLINE_LIB_VARIANTS_LOOPNEST_H

#include "roofline/Variants/KernelVariant.h"

#include "llvm/IR/PassManager.h"

namespace roofline {

/// Reshapes the loops of \p Variant, the inserted code of a single work-item,
/// by \p Request: lanes of the outermost loop, vectors of the innermost.
llvm::Error reshapeNest(llvm::Function &Variant, llvm::StringRef Kernel,
                        const VariantRequest &Request);

} // namespace roofline

#endif
