// Sizes of buffers that kernels do not declare.
//
/// \file
/// Pointers say nothing of what they point to. Where data index a buffer, its
/// user does.
#ifndef ROOFLINE_FRONTEND_BUFFERSIZES_H
#define ROOFLINE_FRONTEND_BUFFERSIZES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace llvm {
class Module;
} // namespace llvm

namespace roofline {

/// Says that buffer \p Name of the \p Kernels of \p M, of all where that is
/// empty, has \p Elements of its type. An error where none has such a buffer,
/// or its type is one of the author's.
llvm::Error sizeBuffer(llvm::Module &M, llvm::ArrayRef<std::string> Kernels,
                       llvm::StringRef Name, uint64_t Elements);

} // namespace roofline

#endif
