// Checks that iterations of a loop may run in parallel.
#ifndef ROOFLINE_LIB_VARIANTS_PARALLELLOOP_H
#define ROOFLINE_LIB_VARIANTS_PARALLELLOOP_H

#include "llvm/IR/PassManager.h"

namespace llvm {
class Loop;
} // namespace llvm

namespace roofline {

/// The error names the value or memory that an iteration of \p L passes to the
/// next, so that they may not run in parallel. Reductions are allowed when
/// regrouping changes no bit.
llvm::Error checkParallel(const llvm::Loop &L,
                          llvm::FunctionAnalysisManager &FAM);

} // namespace roofline

#endif
