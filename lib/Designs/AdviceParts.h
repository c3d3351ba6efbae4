// The parts of adviseOnBoard().
#ifndef ROOFLINE_LIB_DESIGNS_ADVICEPARTS_H
#define ROOFLINE_LIB_DESIGNS_ADVICEPARTS_H

#include "roofline/Designs/BoardAdvice.h"

namespace roofline {

/// Gains below this are within what the model cannot tell.
constexpr double LeastBoardGain = 1.05;

/// The best factor of each kind: UL, SIMD, CU, WG.
std::vector<Advice> factorAdvice(const KernelOnBoard &K);

/// False where the kernel without memory takes as long: no change of what its
/// units ask for gains anything.
bool wordsMatter(const KernelOnBoard &K);

/// Advice that asks memory for fewer words: SM, MC, PM; and WI.
std::vector<Advice> memoryAdvice(const KernelOnBoard &K);

/// " at line 12", with the file where it is not the kernel's; empty without a
/// place.
std::string atLine(const KernelSummary &Kernel, const SourceLocation &Loc);

} // namespace roofline

#endif
