// The loop nest of a single work-item: what it carries, and its strip-mining.
#ifndef ROOFLINE_LIB_TRANSFORM_LOOPNEST_H
#define ROOFLINE_LIB_TRANSFORM_LOOPNEST_H

#include "roofline/Transform/KernelVariant.h"

#include "llvm/IR/PassManager.h"

namespace roofline {

/// Reshapes the loops of \p Variant, the inserted code of a single work-item,
/// as \p Request asks: lanes of the outermost loop, vectors of the innermost.
llvm::Error reshapeNest(llvm::Function &Variant, llvm::StringRef Kernel,
                        const VariantRequest &Request);

/// Why the iterations of \p L may not run side by side: a value or memory that
/// one leaves to the next. Sums and their like may be regrouped where that
/// changes no bit.
llvm::Error checkParallel(const llvm::Loop &L,
                          llvm::FunctionAnalysisManager &FAM);

/// "FILE:LINE:COLUMN: " of \p L, as far as it is known.
std::string placePrefix(const llvm::Loop &L);

} // namespace roofline

#endif
