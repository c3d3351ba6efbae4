// The argument lines of Oclgrind's simulation file.
#ifndef ROOFLINE_LIB_PROFILE_ARGUMENTS_H
#define ROOFLINE_LIB_PROFILE_ARGUMENTS_H

#include "roofline/Profile/RunKernel.h"

#include "llvm/Support/raw_ostream.h"

namespace roofline {

/// Writes argument \p Index of \p Kernel; an error when it has no value, or a
/// type that such a file cannot express.
llvm::Error writeArgument(const KernelSummary &Kernel, unsigned Index,
                          const ProfilerRun &Run, llvm::raw_ostream &OS);

} // namespace roofline

#endif
