// Whether iterations of a loop may run side by side.
#ifndef ROOFLINE_LIB_VARIANTS_PARALLELLOOP_H
#define ROOFLINE_LIB_VARIANTS_PARALLELLOOP_H

#include "llvm/IR/PassManager.h"

namespace llvm {
class Loop;
} // namespace llvm

namespace roofline {

/// Why the iterations of \p L may not run side by side: a value or memory that
/// one leaves to the next. Sums and their like may be regrouped where that
/// changes no bit.
llvm::Error checkParallel(const llvm::Loop &L,
                          llvm::FunctionAnalysisManager &FAM);

} // namespace roofline

#endif
