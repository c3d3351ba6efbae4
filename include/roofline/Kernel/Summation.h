// Sums of closed forms over ids and iterations.
#ifndef ROOFLINE_KERNEL_SUMMATION_H
#define ROOFLINE_KERNEL_SUMMATION_H

#include "roofline/Kernel/KernelSummary.h"

#include <optional>
#include <string_view>

namespace roofline {

/// Returns the sum of \p E over \p Variable = 0 ... \p Count - 1, for \p Count
/// >= 0. \p E must be a polynomial in \p Variable of degree 3 at most; nothing
/// for other forms.
std::optional<Expr> sumOver(const Expr &E, std::string_view Variable,
                            const Expr &Count);

/// Returns the sum of \p E over all work-items, \p WorkItems in number. Nothing
/// where \p E depends on a local or group id, or where sumOver() has no result.
std::optional<Expr> sumOverWorkItems(const Expr &E, const Expr &WorkItems);

/// True where the trip count of \p L can be summed as a polynomial. False where
/// it may be negative for some work-items or enclosing iterations: it counts as
/// 0 there, which no polynomial expresses.
bool sumsAsItStands(const KernelSummary &Kernel, const Loop &L);

} // namespace roofline

#endif
