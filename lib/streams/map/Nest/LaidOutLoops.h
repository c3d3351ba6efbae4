// Unrolling of loops in the code of a position.
#ifndef ROOFLINE_LIB_NEST_LAIDOUTLOOPS_H
#define ROOFLINE_LIB_NEST_LAIDOUTLOOPS_H

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Support/Error.h"

namespace llvm {
class Argument;
class BasicBlock;
class Function;
class Loop;
} // namespace llvm

namespace roofline {

/// Integer arguments that addresses, sizes and selections of addresses depend
/// on.
llvm::SmallPtrSet<llvm::Argument *, 4> shapeArguments(llvm::Function &F);

/// True where \p Trip copies of \p L are more code than a position may have.
bool isTooLong(const llvm::Function &F, const llvm::Loop &L, uint64_t Trip);

/// Unrolls all loops of \p F except those with a header in \p Space. The error
/// names a loop whose trip count is unknown or too large.
llvm::Error
unrollInnerLoops(llvm::Function &F, llvm::FunctionAnalysisManager &FAM,
                 const llvm::SmallPtrSetImpl<llvm::BasicBlock *> &Space);

/// Unrolls the loops in which a single work-item fills and shifts private
/// arrays, or takes several elements in an iteration, beside and within the
/// loop of the nest. With \p InRow, loops over private arrays alone stay unless
/// a loop around them accesses buffers.
llvm::Error unrollPrivateLoops(llvm::Function &F,
                               llvm::FunctionAnalysisManager &FAM, bool InRow);

} // namespace roofline

#endif
