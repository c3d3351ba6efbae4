// The parts of adviseOnBoard().
#ifndef ROOFLINE_LIB_DESIGNS_ADVICEPARTS_H
#define ROOFLINE_LIB_DESIGNS_ADVICEPARTS_H

#include "roofline/Designs/BoardAdvice.h"

namespace roofline {

/// Smaller gains are below the accuracy of the model.
constexpr double LeastBoardGain = 1.05;

/// The best factor of each kind: UL, SIMD, CU, WG.
std::vector<Advice> factorAdvice(const KernelOnBoard &K);

/// False when the kernel takes the same time without memory, so that fewer
/// requests gain nothing.
bool wordsMatter(const KernelOnBoard &K);

/// Advice that requests fewer words from memory: SM, MC, PM; and WI.
std::vector<Advice> memoryAdvice(const KernelOnBoard &K);

/// " at line 12", with the file if it is not the kernel's; empty without a
/// place.
std::string atLine(const KernelSummary &Kernel, const SourceLocation &Loc);

} // namespace roofline

#endif
