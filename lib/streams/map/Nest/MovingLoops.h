// Loops within a position that accesses move with and that are laid out.
#ifndef ROOFLINE_LIB_NEST_MOVINGLOOPS_H
#define ROOFLINE_LIB_NEST_MOVINGLOOPS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace llvm {
class Loop;
class ScalarEvolution;
} // namespace llvm

namespace roofline {

/// Returns those of \p Walked, the loops that accesses move with, that are no
/// dimensions but the code of one position, laid out: short ones of constant
/// trip count in a work-item, and others that their author unrolls. The
/// elements that they store are the fields of a position, or planes of a buffer
/// apart; \p HasPlanes: such planes become streams of their own.
///   out[4 * i + k] = v[k];    or    out[k * n + i] = v[k];
/// Where no store moves with a loop, those that read windows.
llvm::SmallPtrSet<const llvm::Loop *, 4>
laidOutLoops(llvm::ArrayRef<llvm::Loop *> Walked, llvm::ScalarEvolution &SE,
             bool HasPlanes);

} // namespace roofline

#endif
