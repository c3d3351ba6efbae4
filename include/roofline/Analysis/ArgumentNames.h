// The source names of kernel arguments.
//
/// \file
/// A release clang drops value names, and asking it for `kernel_arg_name`
/// metadata would change the user's IR. Inside clang the plugin therefore keeps
/// the names of the parsed kernels in a table of the process; elsewhere the IR
/// is read: metadata, debug info, value names.
#ifndef ROOFLINE_ANALYSIS_ARGUMENTNAMES_H
#define ROOFLINE_ANALYSIS_ARGUMENTNAMES_H

#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace llvm {
class Argument;
}

namespace roofline {

struct ArgInfo {
  std::string Name; ///< "arg<i>" where nothing tells
  std::string Type; ///< as in the source; empty where nothing tells
};

/// Keeps what the parser knows of kernel \p Kernel, for this process.
void recordArguments(llvm::StringRef Kernel, std::vector<ArgInfo> Arguments);

ArgInfo kernelArgument(const llvm::Argument &A);

} // namespace roofline

#endif
