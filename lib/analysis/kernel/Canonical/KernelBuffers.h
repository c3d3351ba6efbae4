// Kernels of C++ with buffers that their function does not take.
#ifndef ROOFLINE_LIB_CANONICAL_KERNELBUFFERS_H
#define ROOFLINE_LIB_CANONICAL_KERNELBUFFERS_H

#include "llvm/ADT/ArrayRef.h"

#include <string>

namespace llvm {
class Function;
class Value;
} // namespace llvm

namespace roofline {

/// Address space of buffers.
constexpr unsigned GlobalSpace = 1;

/// Inlines all that \p Kernel calls.
void inlineCallees(llvm::Function &Kernel);

/// Returns the name in the source of a variable, or an argument.
std::string sourceName(const llvm::Value &Variable);

/// Returns \p F with a buffer more for each of the \p Names, as last arguments;
/// it is another function where there is one.
llvm::Function &addBuffers(llvm::Function &F,
                           llvm::ArrayRef<std::string> Names);

} // namespace roofline

#endif
