// Counters that a loop carries widened.
#ifndef ROOFLINE_LIB_CANONICAL_WIDENEDCOUNTERS_H
#define ROOFLINE_LIB_CANONICAL_WIDENEDCOUNTERS_H

#include "llvm/IR/PassManager.h"

namespace roofline {

/// Makes a loop carry values as they are, where it carries what they are
/// widened to: a sum of few bits is affine, its extension is not.
///   w = phi [0, zext(i)]   becomes   w = zext(phi [0, i])
struct NarrowCountersPass : llvm::PassInfoMixin<NarrowCountersPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &FAM);
};

} // namespace roofline

#endif
