// Values that a launch gives to the symbols of closed forms.
#ifndef ROOFLINE_KERNEL_LAUNCHSYMBOLS_H
#define ROOFLINE_KERNEL_LAUNCHSYMBOLS_H

#include "roofline/Kernel/Design.h"
#include "roofline/Kernel/KernelSummary.h"
#include "roofline/Kernel/Launch.h"

#include <optional>

namespace roofline {

/// Returns the values of scalar arguments and NDRange sizes under \p L.
/// reqd_work_group_size stands for a missing local size. \p Kernel and \p L
/// must outlive the result.
SymbolValue launchSymbols(const KernelSummary &Kernel, const Launch &L);

/// Returns the mean trip count [iteration] that the user or a profile gives for
/// \p Source; nothing where only its closed form is known.
std::optional<double> boundTrip(const Loop &Source, const Launch &L);

/// Returns the line of loop \p Id, with the column where other loops share the
/// line.
SourcePlace shortPlace(const KernelSummary &Kernel, uint32_t Id);

} // namespace roofline

#endif
