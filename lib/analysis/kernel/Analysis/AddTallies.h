// Assigns tallies of the source to the loops of the kernel.
#ifndef ROOFLINE_LIB_ANALYSIS_ADDTALLIES_H
#define ROOFLINE_LIB_ANALYSIS_ADDTALLIES_H

#include "roofline/Canonical/SourceTally.h"

namespace roofline {

/// Moves the tallies of \p Form to \p Kernel, whose loops are \p Loops, and
/// marks tallies of loops that no longer exist.
void addTallies(SourceForm Form, const std::vector<const llvm::Loop *> &Loops,
                KernelSummary &Kernel);

} // namespace roofline

#endif
