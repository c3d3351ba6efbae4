// Memory move of a call of an atomic builtin.
#ifndef ROOFLINE_CANONICAL_ATOMICBUILTINS_H
#define ROOFLINE_CANONICAL_ATOMICBUILTINS_H

#include "roofline/Kernel/KernelSummary.h"

#include "llvm/IR/InstrTypes.h"

#include <optional>

namespace roofline {

struct AtomicMove {
  llvm::Type *Moved; ///< of the object
  MemoryAccess::Kind Kind;
};

/// Move of \p Call of builtin \p Name, whose first argument is the object;
/// nothing for any other call. Source: OpenCL C 2.0 6.13.11.
std::optional<AtomicMove> atomicMove(const llvm::CallBase &Call,
                                     llvm::StringRef Name);

} // namespace roofline

#endif
