// A stream kernel from a file, for tools that take test kernels.
#ifndef ROOFLINE_UNITTESTS_CODEGEN_KERNELFILE_H
#define ROOFLINE_UNITTESTS_CODEGEN_KERNELFILE_H

#include "roofline/Stream/StreamKernel.h"

#include "llvm/Support/Error.h"

namespace roofline::test {

/// The one kernel of \p Path, a file of format roofline-stream-kernel.
llvm::Expected<StreamKernel> kernelOfFile(const std::string &Path);

} // namespace roofline::test

#endif
