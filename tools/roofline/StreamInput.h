// Stream kernels from the file of a command line.
#ifndef ROOFLINE_TOOLS_STREAMINPUT_H
#define ROOFLINE_TOOLS_STREAMINPUT_H

#include "KernelInput.h"

#include "roofline/Report/StreamKernelJSON.h"

namespace roofline {

/// The one kernel of \p M that \p Input asks for.
llvm::Expected<std::string> onlyKernel(const KernelInput &Input,
                                       const llvm::Module &M);

/// The stream kernels of \p Input's file, or the one that it names.
llvm::Expected<std::vector<StreamKernel>> readStreams(KernelInput &Input);

/// [byte] of the longest stream.
double largestStream(const StreamKernel &K);

} // namespace roofline

#endif
