// Loops that are laid out in the code of a position.
#ifndef ROOFLINE_LIB_NEST_LAIDOUTLOOPS_H
#define ROOFLINE_LIB_NEST_LAIDOUTLOOPS_H

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Support/Error.h"

namespace llvm {
class Argument;
class BasicBlock;
class Function;
} // namespace llvm

namespace roofline {

/// Integer arguments that addresses, sizes and choices of addresses depend on.
llvm::SmallPtrSet<llvm::Argument *, 4> shapeArguments(llvm::Function &F);

/// Lays out all loops of \p F but those with a header in \p Space; the error
/// names one whose trip count is unknown or too large.
llvm::Error
unrollInnerLoops(llvm::Function &F, llvm::FunctionAnalysisManager &FAM,
                 const llvm::SmallPtrSetImpl<llvm::BasicBlock *> &Space);

/// A single work-item fills and shifts its private arrays in loops of their
/// own, beside the one that is walked and within it, and takes several elements
/// an iteration: lays them out. With \p InRow loops over private arrays alone
/// that are not within one that accesses buffers stay.
llvm::Error unrollPrivateLoops(llvm::Function &F,
                               llvm::FunctionAnalysisManager &FAM, bool InRow);

} // namespace roofline

#endif
