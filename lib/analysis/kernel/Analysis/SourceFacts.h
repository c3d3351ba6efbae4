// Conditions and turns of loops, before optimisation.
#ifndef ROOFLINE_LIB_ANALYSIS_SOURCEFACTS_H
#define ROOFLINE_LIB_ANALYSIS_SOURCEFACTS_H

#include "roofline/Canonical/SourceTally.h"

namespace roofline {

/// Returns the facts of the form that tallySource() counts, in which every `if`
/// of the author is still a branch and every loop still turns.
SourceFacts
sourceFacts(llvm::Function &F,
            const llvm::DenseMap<const llvm::Loop *, unsigned> &Marks);

} // namespace roofline

#endif
