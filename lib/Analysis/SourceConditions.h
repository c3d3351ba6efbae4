// Conditions of the source, before it is optimised.
#ifndef ROOFLINE_LIB_ANALYSIS_SOURCECONDITIONS_H
#define ROOFLINE_LIB_ANALYSIS_SOURCECONDITIONS_H

#include "roofline/Canonical/SourceTally.h"

namespace roofline {

/// The guards of the form in which tallySource() counts: there every `if` of
/// the author still is a branch.
GuardOfBlock
sourceConditions(llvm::Function &F,
                 const llvm::DenseMap<const llvm::Loop *, unsigned> &Marks);

} // namespace roofline

#endif
