// Compares the steps of a kernel's time loop with the original kernel.
#ifndef ROOFLINE_LIB_VERIFY_WHOLELOOP_H
#define ROOFLINE_LIB_VERIFY_WHOLELOOP_H

#include "roofline/Kernel/Launch.h"
#include "roofline/Stream/StreamKernel.h"

#include "llvm/Support/Error.h"

namespace llvm {
class Module;
} // namespace llvm

namespace roofline {

/// Runs \p Step as often as \p L repeats it, and the original in \p M with its
/// whole loop, on random data; an error when they differ. Does nothing when the
/// host repeats the step, or the loop computes more than 2^20 positions.
llvm::Error compareWholeLoop(const llvm::Module &M, const StreamKernel &Step,
                             const Launch &L, uint64_t Seed);

} // namespace roofline

#endif
