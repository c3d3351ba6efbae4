// Limits on how much the numbers of a report may grow.
//
/// \file
/// A number that is unknown in one report fails every limit on it.
/// Try: roofline diff old.json new.json --fail-on time=5%,transactions=0
#ifndef ROOFLINE_DIFF_GATE_H
#define ROOFLINE_DIFF_GATE_H

#include "roofline/Diff/ReportDiff.h"

namespace roofline {

/// Largest growth of a metric that passes.
struct Limit {
  Metric M = Metric::Time;
  /// [1] share of the old number where IsRelative, else in the metric's unit.
  double Growth = 0;
  bool IsRelative = false;
  bool operator==(const Limit &) const = default;
};

/// Returns \p L as text: "time=5%".
std::string limitText(const Limit &L);

/// Reads "time=5%,transactions=0" into \p Limits. Returns the text of an error;
/// nothing on success.
std::optional<std::string> parseLimits(std::string_view Text,
                                       std::vector<Limit> &Limits);

/// Reads "device,launch" into \p Settings. Returns the text of an error;
/// nothing on success.
std::optional<std::string> parseSettings(std::string_view Text,
                                         std::set<Setting> &Settings);

/// A number that broke a limit.
struct GateFailure {
  std::string Kernel;  ///< name; empty for the application
  uint32_t Launch = 0; ///< index of the kernel's launch, from 0
  SourceLocation Loc;  ///< place of the loop or the kernel in the new report
  std::string Part;    ///< "loop"; empty for the whole kernel
  Limit BrokenLimit;   ///< the broken limit
  MetricChange Change;
  std::string Reason;
};

/// Result of checkLimits().
struct GateResult {
  std::vector<Limit> Limits;
  std::vector<GateFailure> Failures;
  bool isKept() const { return Failures.empty(); }
};

/// Checks \p Limits on every kernel of \p D. Compares numbers even where a
/// setting of \p Across differs between the reports.
GateResult checkLimits(const ReportDiff &D, const std::vector<Limit> &Limits,
                       const std::set<Setting> &Across);

} // namespace roofline

#endif
