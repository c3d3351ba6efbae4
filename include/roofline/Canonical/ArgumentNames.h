// The source names of kernel arguments.
//
/// \file
/// A release clang drops value names, and an option for `kernel_arg_name`
/// metadata would change the user's IR. Inside clang the plugin therefore keeps
/// the names of parsed kernels in a table of the process. Elsewhere names come
/// from the IR: metadata, debug info, value names.
#ifndef ROOFLINE_CANONICAL_ARGUMENTNAMES_H
#define ROOFLINE_CANONICAL_ARGUMENTNAMES_H

#include "llvm/ADT/StringRef.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace llvm {
class Argument;
class Function;
class LoadInst;
} // namespace llvm

namespace roofline {

/// Names of a kernel argument as the author wrote them.
struct ArgInfo {
  std::string Name; ///< "arg<i>" where the name is unknown
  std::string Type; ///< as in the source; empty where unknown
  /// Names of integer fields, such as "shape.width", by offset [byte]. The
  /// fields are those of a structure passed by value or of a buffer's elements.
  std::map<uint64_t, std::string> Fields = {};
  std::optional<uint32_t> Depth = {}; ///< [packet] depth of a pipe
};

/// Records the arguments of kernel \p Kernel for the rest of the process, as
/// the parser knows them.
void recordArguments(llvm::StringRef Kernel, std::vector<ArgInfo> Arguments);

/// Returns the names of \p A, recorded or read from the IR.
ArgInfo kernelArgument(const llvm::Argument &A);

/// Returns the argument passed by value whose integer field \p Load reads, and
/// the field's offset [byte]. Nothing for any other load, and for a structure
/// that the kernel writes to.
std::optional<std::pair<const llvm::Argument *, uint64_t>>
fieldOfArgument(const llvm::LoadInst &Load);

/// Reads structures that are passed by value from copies, whose fields become
/// values. Since 21 clang's kernel is a callee, whose inlining has copied.
void copyStructures(llvm::Function &F);

} // namespace roofline

#endif
