// Sums of closed forms over ids and iterations.
#ifndef ROOFLINE_KERNEL_SUMMATION_H
#define ROOFLINE_KERNEL_SUMMATION_H

#include "roofline/Kernel/KernelSummary.h"

#include <optional>
#include <string_view>

namespace roofline {

/// Sum of \p E over \p Variable = 0 ... \p Count - 1, where E is a polynomial
/// in it of degree 3 at most; nothing for other forms. Holds for Count >= 0.
std::optional<Expr> sumOver(const Expr &E, std::string_view Variable,
                            const Expr &Count);

/// Sum of \p E over all work-items, of which there are \p WorkItems; nothing
/// where it depends on an id that is no global one, or as sumOver() has it.
std::optional<Expr> sumOverWorkItems(const Expr &E, const Expr &WorkItems);

/// False where the trip count of \p L may be negative for some work-items or
/// iterations around: those are 0 in its sum, which no polynomial says.
bool sumsAsItStands(const KernelSummary &Kernel, const Loop &L);

} // namespace roofline

#endif
