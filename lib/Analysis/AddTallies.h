// Tallies of the source in the loops that are left of it.
#ifndef ROOFLINE_LIB_ANALYSIS_ADDTALLIES_H
#define ROOFLINE_LIB_ANALYSIS_ADDTALLIES_H

#include "roofline/Canonical/SourceTally.h"

namespace roofline {

/// Hands \p Form to \p Kernel, whose loops are \p Loops: what stands in a loop
/// that is no longer there says so.
void addTallies(SourceForm Form, const std::vector<const llvm::Loop *> &Loops,
                KernelSummary &Kernel);

} // namespace roofline

#endif
