// Compares two reports: numbers that grew or fell, and inputs that changed.
//
/// \file
/// Matches loops by nesting, position and the objects that they access, and
/// accesses by loop, object and position, so lines of the source may move.
/// Try: roofline diff old.json new.json
#ifndef ROOFLINE_DIFF_REPORTDIFF_H
#define ROOFLINE_DIFF_REPORTDIFF_H

#include "roofline/Diff/ReportedKernel.h"

#include <set>
#include <string_view>

namespace roofline {

/// Returns the name of \p M in --fail-on and in JSON: "time", "ii".
const char *metricName(Metric M);
/// Returns the unit of \p M: "s", "cycle".
const char *metricUnit(Metric M);
/// Returns the metric called \p Name; nothing for an unknown name.
std::optional<Metric> metricOf(std::string_view Name);

/// Reports that contain a kernel, a loop or an access.
enum class Presence : uint8_t { Both, New, Gone };

/// Change of a number. An unknown number never counts as 0.
enum class Trend : uint8_t {
  Same,
  Less,
  More,
  BecameKnown,
  BecameUnknown,
  StaysUnknown,
  Bounds, ///< the bounds differ, but overlap: neither more nor less is certain
  Appeared,
  Vanished,
  Absent ///< neither report has the number
};

/// A number in both reports.
struct MetricChange {
  Metric M = Metric::Time;
  std::optional<Reading> Old, New; ///< empty where the report lacks the number

  Trend trend() const;
  /// Returns new / old - 1 [1], of the upper bounds where both numbers are
  /// bounds. Nothing where a number is unknown, where only one is exact, or
  /// where the old one is 0.
  std::optional<double> growth() const;
};

/// Change of an input of the numbers: "trip count" from "N = 64" to "N = 128".
/// The dependence that forces a changed interval is listed even where it stays
/// the same.
struct InputChange {
  std::string What, Old, New;
};

/// A kernel, one of its loops or accesses, or its counts, in both reports.
struct PartDiff {
  enum class Kind : uint8_t { Kernel, Loop, Access, Counts };
  Kind K = Kind::Kernel;
  std::string Name; ///< "loop", "read of A"; empty for a kernel
  Presence P = Presence::Both;
  SourceLocation Old, New;
  /// The loop limits the kernel's time in the old, or in the new report.
  bool LimitedOld = false, LimitsNew = false;
  std::vector<MetricChange> Numbers;
  std::vector<InputChange> Inputs;

  bool isSame() const;
};

/// Settings that must be equal for numbers to be comparable.
enum class Setting : uint8_t { Device, Model, Launch };
constexpr const char *SettingNames[] = {"device", "model", "launch"};
/// Returns the name of \p S in SettingNames.
const char *settingName(Setting S);

/// A kernel in both reports.
struct KernelDiff {
  std::string Name;
  uint32_t Launch = 0; ///< index of the kernel's launch, from 0
  Presence P = Presence::Both;
  std::set<Setting> Differs; ///< settings that differ between the reports
  /// The kernel first, then its loops, accesses and counts; without accesses
  /// and counts that did not change.
  std::vector<PartDiff> Parts;
  std::vector<std::string> Unknown; ///< facts that the new report lacks

  bool isSame() const;
  /// True where numbers changed and no input in the reports did.
  bool isUnexplained() const;
};

/// Difference of two reports.
struct ReportDiff {
  std::string OldName, NewName;           ///< names of the reports
  int64_t OldVersion = 0, NewVersion = 0; ///< versions of the report format
  std::optional<MetricChange> ApplicationTime;
  /// In the new report's order; kernels that are gone come last.
  std::vector<KernelDiff> Kernels;

  bool isSame() const;
};

/// True where \p A and \p B differ at most in the last bits of a sum.
bool isSameNumber(double A, double B);

/// Compares \p New with \p Old.
ReportDiff diffReports(const ReportedFile &Old, const ReportedFile &New);

} // namespace roofline

#endif
