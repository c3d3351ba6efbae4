// The source names of kernel arguments.
//
/// \file
/// A release clang drops value names, and asking it for `kernel_arg_name`
/// metadata would change the user's IR. Inside clang the plugin therefore keeps
/// the names of the parsed kernels in a table of the process; elsewhere the IR
/// is read: metadata, debug info, value names.
#ifndef ROOFLINE_CANONICAL_ARGUMENTNAMES_H
#define ROOFLINE_CANONICAL_ARGUMENTNAMES_H

#include "llvm/ADT/StringRef.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace llvm {
class Argument;
class LoadInst;
} // namespace llvm

namespace roofline {

struct ArgInfo {
  std::string Name; ///< "arg<i>" where nothing tells
  std::string Type; ///< as in the source; empty where nothing tells
  /// Integer fields of a structure that is passed by value, or that a buffer
  /// has as elements: "shape.width" by its offset [byte].
  std::map<uint64_t, std::string> Fields = {};
  std::optional<uint32_t> Depth = {}; ///< [packet] of a pipe
};

/// Keeps what the parser knows of kernel \p Kernel, for this process.
void recordArguments(llvm::StringRef Kernel, std::vector<ArgInfo> Arguments);

ArgInfo kernelArgument(const llvm::Argument &A);

/// The argument by value whose field \p Load reads, and the field's offset
/// [byte]; nothing for any other load, and for a structure that the kernel
/// writes to.
std::optional<std::pair<const llvm::Argument *, uint64_t>>
fieldOfArgument(const llvm::LoadInst &Load);

} // namespace roofline

#endif
