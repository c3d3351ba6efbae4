// Words that the text and the Markdown of a comparison share.
#ifndef ROOFLINE_LIB_REPORT_DIFFTEXT_H
#define ROOFLINE_LIB_REPORT_DIFFTEXT_H

#include "roofline/Diff/Gate.h"

namespace roofline {

/// Text of a reading: "4.47 s", "at least 12", "unknown", "none".
std::string readingText(Metric M, const std::optional<Reading> &R);

/// Text of a change: "+5 %", "became unknown".
std::string changeText(const MetricChange &C);

/// Verdict by the time: "slower, +5 %".
std::string verdictText(const KernelDiff &K);

/// "mm", or "mm, launch 2" when the kernel has several launches.
std::string kernelText(const ReportDiff &D, const std::string &Name,
                       uint32_t Launch);

/// "9:3, was 7:3", with files that differ from those of \p Around.
std::string movedText(const PartDiff &Part, const PartDiff &Around);

/// Changes of a part: "loop at 9:3, was 7:3" and "trip count: 64 -> 128".
struct Reason {
  std::string Part; ///< empty: the kernel
  std::vector<std::string> Texts;
};
std::vector<Reason> reasonsOf(const KernelDiff &K);

/// Notes before the numbers: differing versions and settings.
std::vector<std::string> noteTexts(const ReportDiff &D);
std::vector<std::string> noteTexts(const KernelDiff &K);

/// "time=5%: 1 s -> 2 s, +100 %: more than the limit".
std::string failureText(const GateFailure &F);

/// Changed numbers of the whole kernel, and its time.
std::vector<MetricChange> changedNumbers(const KernelDiff &K);

} // namespace roofline

#endif
