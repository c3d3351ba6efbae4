// Limits on how much the numbers of a report may grow.
//
/// \file
/// A number that is not known on a side passes no limit: a gate that cannot see
/// does not let through. Try:
///   roofline diff old.json new.json --fail-on time=5%,transactions=0
#ifndef ROOFLINE_DIFF_GATE_H
#define ROOFLINE_DIFF_GATE_H

#include "roofline/Diff/ReportDiff.h"

namespace roofline {

struct Limit {
  Metric M = Metric::Time;
  double Growth = 0; ///< a share of the old number, or in the metric's unit
  bool IsRelative = false;
  bool operator==(const Limit &) const = default;
};

/// "time=5%".
std::string limitText(const Limit &L);

/// Reads "time=5%,transactions=0" into \p Limits; the text of an error, or
/// nothing.
std::optional<std::string> parseLimits(std::string_view Text,
                                       std::vector<Limit> &Limits);

/// Reads "device,launch" into \p Settings, likewise.
std::optional<std::string> parseSettings(std::string_view Text,
                                         std::set<Setting> &Settings);

struct GateFailure {
  std::string Kernel; ///< empty: the application
  uint32_t Launch = 0;
  SourceLocation Loc; ///< of the loop or the kernel, in the new report
  std::string Part;   ///< "loop", or empty: the kernel
  Limit Of;
  MetricChange Change;
  std::string Reason;
};

struct GateResult {
  std::vector<Limit> Limits;
  std::vector<GateFailure> Failures;
  bool isKept() const { return Failures.empty(); }
};

/// Checks every kernel of \p D; numbers are compared though a setting of
/// \p Across differs.
GateResult checkLimits(const ReportDiff &D, const std::vector<Limit> &Limits,
                       const std::set<Setting> &Across);

} // namespace roofline

#endif
