// Copies of structures, and vectors of three elements, as their members.
#ifndef ROOFLINE_VARIANTS_PADDEDACCESS_H
#define ROOFLINE_VARIANTS_PADDEDACCESS_H

#include <cstdint>
#include <memory>

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace roofline {

/// leavePadding() of a copy of \p M, or null where \p M writes no padding.
std::unique_ptr<llvm::Module> withoutPadding(const llvm::Module &M);

/// Copies of constant length, to \p MaxBytes, as loads and stores.
void expandCopies(llvm::Function &F, uint64_t MaxBytes);

} // namespace roofline

#endif
