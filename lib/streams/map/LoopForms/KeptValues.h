// Values that a work-item keeps across a barrier.
#ifndef ROOFLINE_LIB_LOOPFORMS_KEPTVALUES_H
#define ROOFLINE_LIB_LOOPFORMS_KEPTVALUES_H

#include "OpenLoops.h"

#include "llvm/Analysis/LoopInfo.h"

namespace roofline {

/// True where all work-items of a group have the same \p V.
bool isUniform(const llvm::Value *V, const llvm::LoopInfo &LI);

/// Keeps in local memory, an element for each work-item of a group, what a
/// work-item computes before a barrier and reads behind it.
void keepInMemory(OpenLoops &Open);

} // namespace roofline

#endif
