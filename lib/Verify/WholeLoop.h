// The steps of a kernel's time loop against the kernel as it is.
#ifndef ROOFLINE_LIB_VERIFY_WHOLELOOP_H
#define ROOFLINE_LIB_VERIFY_WHOLELOOP_H

#include "roofline/Kernel/Launch.h"
#include "roofline/Stream/StreamKernel.h"

#include "llvm/Support/Error.h"

namespace llvm {
class Module;
} // namespace llvm

namespace roofline {

/// Runs \p Step as often as \p L repeats it, and the original in \p M, all of
/// its loop, on random data; an error where they differ. Does nothing where the
/// host repeats the step, and where the loop does more than 2^20 positions.
llvm::Error compareWholeLoop(const llvm::Module &M, const StreamKernel &Step,
                             const Launch &L, uint64_t Seed);

} // namespace roofline

#endif
