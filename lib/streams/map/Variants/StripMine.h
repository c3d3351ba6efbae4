// Splits a loop into two: over pieces, and over the iterations of a piece.
#ifndef ROOFLINE_LIB_VARIANTS_STRIPMINE_H
#define ROOFLINE_LIB_VARIANTS_STRIPMINE_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>

namespace llvm {
class Loop;
class ScalarEvolution;
} // namespace llvm

namespace roofline {

struct StripMining {
  uint64_t Pieces = 1;  ///< Pieces x Length are the loop's iterations
  uint64_t Length = 1;  ///< [iteration]
  llvm::StringRef Name; ///< name of the pieces' counter
  llvm::StringRef OuterForm, InnerForm;
};

/// Splits \p L, which must be in simplified form with its only exit at the
/// latch. The iterations keep their order. Invalidates the function's analyses.
void stripMine(llvm::Loop &L, const StripMining &S, llvm::ScalarEvolution &SE);

} // namespace roofline

#endif
