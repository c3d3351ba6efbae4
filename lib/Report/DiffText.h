// Words that the text and the Markdown of a comparison share.
#ifndef ROOFLINE_LIB_REPORT_DIFFTEXT_H
#define ROOFLINE_LIB_REPORT_DIFFTEXT_H

#include "roofline/Diff/Gate.h"

namespace roofline {

/// "4.47 s", "at least 12", "unknown", "none".
std::string readingText(Metric M, const std::optional<Reading> &R);

/// "+5 %", "became unknown".
std::string changeText(const MetricChange &C);

/// "slower, +5 %": by its time.
std::string verdictText(const KernelDiff &K);

/// "mm", "mm, launch 2": which launch only where there are several.
std::string kernelText(const ReportDiff &D, const std::string &Name,
                       uint32_t Launch);

/// "9:3, was 7:3"; files only where they are not those of \p Around.
std::string movedText(const PartDiff &Part, const PartDiff &Around);

/// Changes of a part: "loop at 9:3, was 7:3" and "trip count: 64 -> 128".
struct Reason {
  std::string Part; ///< empty: the kernel
  std::vector<std::string> Texts;
};
std::vector<Reason> reasonsOf(const KernelDiff &K);

/// Notes that come before numbers: versions and settings that differ.
std::vector<std::string> noteTexts(const ReportDiff &D);
std::vector<std::string> noteTexts(const KernelDiff &K);

/// "time=5%: 1 s -> 2 s, +100 %: more than the limit".
std::string failureText(const GateFailure &F);

/// Numbers of the kernel as a whole that changed, and its time.
std::vector<MetricChange> changedNumbers(const KernelDiff &K);

} // namespace roofline

#endif
