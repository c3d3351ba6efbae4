// Splits copies of structures, and stores of three-element vectors.
#ifndef ROOFLINE_VARIANTS_PADDEDACCESS_H
#define ROOFLINE_VARIANTS_PADDEDACCESS_H

#include <cstdint>
#include <memory>

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace roofline {

/// Returns a clone of \p M after leavePadding(); null when \p M writes no
/// padding.
std::unique_ptr<llvm::Module> withoutPadding(const llvm::Module &M);

/// Replaces copies of a constant length up to \p MaxBytes by loads and stores.
void expandCopies(llvm::Function &F, uint64_t MaxBytes);

} // namespace roofline

#endif
