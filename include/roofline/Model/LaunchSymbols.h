// The values that a launch gives to the symbols of closed forms.
#ifndef ROOFLINE_MODEL_LAUNCHSYMBOLS_H
#define ROOFLINE_MODEL_LAUNCHSYMBOLS_H

#include "roofline/Model/Design.h"
#include "roofline/Model/KernelSummary.h"

namespace roofline {

/// Scalar arguments and NDRange sizes of \p L; reqd_work_group_size where the
/// launch gives no local size. Refers to both parameters.
SymbolValue launchSymbols(const KernelSummary &Kernel, const Launch &L);

} // namespace roofline

#endif
