// The values that a launch gives to the symbols of closed forms.
#ifndef ROOFLINE_KERNEL_LAUNCHSYMBOLS_H
#define ROOFLINE_KERNEL_LAUNCHSYMBOLS_H

#include "roofline/Kernel/Design.h"
#include "roofline/Kernel/KernelSummary.h"
#include "roofline/Kernel/Launch.h"

#include <optional>

namespace roofline {

/// Scalar arguments and NDRange sizes of \p L; reqd_work_group_size where the
/// launch gives no local size. Refers to both parameters.
SymbolValue launchSymbols(const KernelSummary &Kernel, const Launch &L);

/// The mean trip count that the user, or a profile, gives for \p Source
/// [iteration]; nothing where its form has to say.
std::optional<double> boundTrip(const Loop &Source, const Launch &L);

/// The line of loop \p Id, and the column where its line has other loops, too.
SourcePlace shortPlace(const KernelSummary &Kernel, uint32_t Id);

} // namespace roofline

#endif
