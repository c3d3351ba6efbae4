// Conditions of the source before optimisation.
#ifndef ROOFLINE_LIB_ANALYSIS_SOURCECONDITIONS_H
#define ROOFLINE_LIB_ANALYSIS_SOURCECONDITIONS_H

#include "roofline/Canonical/SourceTally.h"

namespace roofline {

/// The guards in the form that tallySource() counts, in which every `if` of the
/// author is still a branch.
GuardOfBlock
sourceConditions(llvm::Function &F,
                 const llvm::DenseMap<const llvm::Loop *, unsigned> &Marks);

} // namespace roofline

#endif
