// Shift registers of a single work-item, as reads of earlier elements.
#ifndef ROOFLINE_LIB_NEST_SHIFTREGISTER_H
#define ROOFLINE_LIB_NEST_SHIFTREGISTER_H

#include "roofline/Nest/StreamBody.h"

namespace llvm {
class DominatorTree;
class Loop;
class ScalarEvolution;
} // namespace llvm

namespace roofline {

/// Values that \p L, a loop of constant steps, keeps for later iterations and
/// then reads are computed anew from what they came from: what was loaded k
/// iterations ago is the element k places back. Before iteration k the value is
/// what the register held at first. A value that takes arithmetic, or comes
/// from a buffer that the loop writes, stays: see findDelays(). Analyses of the
/// function hold no longer where this gives true.
bool readRegistersBack(llvm::Loop &L, llvm::ScalarEvolution &SE,
                       const llvm::DominatorTree &DT);

/// Moves the values of the innermost loop of \p B that come from an earlier
/// iteration alone, and not from one another in a circle, from Carried to
/// Delayed.
void findDelays(StreamBody &B);

} // namespace roofline

#endif
