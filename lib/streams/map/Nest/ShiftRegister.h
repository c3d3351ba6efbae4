// Turns shift registers of a single work-item into reads of earlier elements.
#ifndef ROOFLINE_LIB_NEST_SHIFTREGISTER_H
#define ROOFLINE_LIB_NEST_SHIFTREGISTER_H

#include "roofline/Nest/StreamBody.h"

namespace llvm {
class DominatorTree;
class Loop;
class ScalarEvolution;
} // namespace llvm

namespace roofline {

/// Recomputes values that \p L, a loop of constant steps, keeps for later
/// iterations: the value loaded k iterations ago is the element k places back.
/// Before iteration k it is the register's initial value. Values with
/// arithmetic, or from a buffer that the loop writes, stay: see findDelays().
/// True when it changed values, which invalidates the function's analyses.
bool readRegistersBack(llvm::Loop &L, llvm::ScalarEvolution &SE,
                       const llvm::DominatorTree &DT);

/// Moves values of the innermost loop of \p B from Carried to Delayed if they
/// come from an earlier iteration without depending on themselves.
void findDelays(StreamBody &B);

} // namespace roofline

#endif
