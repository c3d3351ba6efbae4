// Indices that a launch makes linear.
#ifndef ROOFLINE_ANALYSIS_SETTLEINDICES_H
#define ROOFLINE_ANALYSIS_SETTLEINDICES_H

#include "roofline/Kernel/KernelSummary.h"
#include "roofline/Kernel/Launch.h"

namespace roofline {

/// Puts into the indices of \p Kernel what \p L makes linear: `g % n` where g
/// stays below n, blocks of the group's size, ids of sub-groups. Leaves an
/// index as it is that is not linear along more directions under this launch.
void settleIndices(KernelSummary &Kernel, const Launch &L);

} // namespace roofline

#endif
