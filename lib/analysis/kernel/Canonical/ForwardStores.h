// Values that an iteration stores and a later one loads.
#ifndef ROOFLINE_LIB_CANONICAL_FORWARDSTORES_H
#define ROOFLINE_LIB_CANONICAL_FORWARDSTORES_H

#include "llvm/IR/PassManager.h"

namespace roofline {

/// Carries what a loop stores into an element of a buffer to the load of the
/// same element one or two iterations later, and loads what the first of them
/// find before the loop:
///   x[i] = x[i] + x[i - 1]   becomes   last = x[i] + last; x[i] = last
/// Takes innermost loops that store once into the buffer, in every iteration;
/// buffers of a launch are apart. A loop that ends before the second iteration
/// may load an element that it did not before.
struct ForwardStoresPass : llvm::PassInfoMixin<ForwardStoresPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &FAM);
};

} // namespace roofline

#endif
