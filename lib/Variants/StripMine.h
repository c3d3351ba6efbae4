// One loop to two: pieces, and the iterations of a piece.
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
  llvm::StringRef Name; ///< of the counter of the pieces
  llvm::StringRef OuterForm, InnerForm;
};

/// Cuts \p L, which is in simplified form and left at its latch alone. The
/// iterations keep their order. Analyses of the function hold no longer.
void stripMine(llvm::Loop &L, const StripMining &S, llvm::ScalarEvolution &SE);

} // namespace roofline

#endif
