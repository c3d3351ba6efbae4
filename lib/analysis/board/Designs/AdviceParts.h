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

/// Advice on what a loop carries: PM, PS, TR, LI, IV.
std::vector<Advice> recurrenceAdvice(const KernelOnBoard &K);

/// A line of advice to change the source, whose hardware and clock are not
/// priced.
Advice sourceAdvice(const KernelOnBoard &K, const char *Kind,
                    const SourceLocation &Loc, std::string Text, double Gain,
                    const char *Limit, std::vector<std::string> Guards);

/// Name of what limits \p E: "passes", "memory" or "latency".
const char *limitText(const BoardEstimate &E);

/// " at line 12", with the file if it is not the kernel's; empty without a
/// place.
std::string atLine(const KernelSummary &Kernel, const SourceLocation &Loc);

} // namespace roofline

#endif
