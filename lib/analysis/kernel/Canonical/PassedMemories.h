// Memories that calls pass as arguments, before inlining makes them one.
#ifndef ROOFLINE_LIB_CANONICAL_PASSEDMEMORIES_H
#define ROOFLINE_LIB_CANONICAL_PASSEDMEMORIES_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace llvm {
class Function;
} // namespace llvm

namespace roofline {

/// Attribute of a kernel: a line for each memory and argument.
constexpr llvm::StringLiteral PassedMemoriesMark = "roofline.passed-memories";

/// Returns what passedMemories() reads, of top function \p Top, whose arrays
/// are marked, and of what it calls.
std::string passedMemoriesText(llvm::Function &Top);

} // namespace roofline

#endif
