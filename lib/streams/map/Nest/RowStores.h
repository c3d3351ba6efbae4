// Stores behind each row's loop as stores of its last iteration.
#ifndef ROOFLINE_LIB_NEST_ROWSTORES_H
#define ROOFLINE_LIB_NEST_ROWSTORES_H

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"

namespace roofline {

/// Moves each store that runs once behind an innermost loop of \p F, within a
/// loop around it, into that loop, where it runs in the last iteration. True if
/// there was one; the analyses hold no longer.
bool sinkRowStores(llvm::Function &F, llvm::LoopInfo &LI,
                   const llvm::DominatorTree &DT);

} // namespace roofline

#endif
