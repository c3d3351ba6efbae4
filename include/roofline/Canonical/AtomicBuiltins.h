// Memory accesses of calls to atomic builtins.
#ifndef ROOFLINE_CANONICAL_ATOMICBUILTINS_H
#define ROOFLINE_CANONICAL_ATOMICBUILTINS_H

#include "roofline/Kernel/KernelSummary.h"

#include "llvm/IR/InstrTypes.h"

#include <optional>

namespace roofline {

/// Memory access of an atomic builtin.
struct AtomicMove {
  llvm::Type *Moved; ///< type of the object in memory
  MemoryAccess::Kind Kind;
};

/// Returns the access of \p Call to atomic builtin \p Name; the first argument
/// points to the object. Nothing for any other call.
/// Source: OpenCL C 2.0 6.13.11.
std::optional<AtomicMove> atomicMove(const llvm::CallBase &Call,
                                     llvm::StringRef Name);

} // namespace roofline

#endif
