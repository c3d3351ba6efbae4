// Compares two reports: numbers that grew or fell, and inputs that changed.
//
/// \file
/// Loops are matched by nesting, position and the objects that they access,
/// accesses by loop, object and position: lines may move. Try:
///   roofline diff old.json new.json
#ifndef ROOFLINE_DIFF_REPORTDIFF_H
#define ROOFLINE_DIFF_REPORTDIFF_H

#include "roofline/Diff/ReportedKernel.h"

#include <set>
#include <string_view>

namespace roofline {

/// "time", "ii": as in --fail-on and in JSON.
const char *metricName(Metric M);
/// "s", "cycle".
const char *metricUnit(Metric M);
std::optional<Metric> metricOf(std::string_view Name);

enum class Presence : uint8_t { Both, New, Gone };

/// How a number changed. An unknown number never counts as 0.
enum class Trend : uint8_t {
  Same,
  Less,
  More,
  BecameKnown,
  BecameUnknown,
  StaysUnknown,
  Bounds, ///< one side has other bounds: neither more nor less is certain
  Appeared,
  Vanished,
  Absent ///< neither report has it
};

struct MetricChange {
  Metric M = Metric::Time;
  std::optional<Reading> Old, New; ///< none: the report has no such number

  Trend trend() const;
  /// New over old, minus 1, of two upper bounds where both are bounds; none
  /// where it is not known or the old one is 0.
  std::optional<double> growth() const;
};

/// An input of the numbers: "trip count", from "N = 64" to "N = 128". The
/// dependence behind an interval that changed is one even if it is the same.
struct InputChange {
  std::string What, Old, New;
};

/// A kernel, one of its loops or accesses, or its counts, in both reports.
struct PartDiff {
  enum class Kind : uint8_t { Kernel, Loop, Access, Counts };
  Kind K = Kind::Kernel;
  std::string Name; ///< "loop", "read of A"; of a kernel empty
  Presence P = Presence::Both;
  SourceLocation Old, New;
  bool LimitedOld = false, LimitsNew = false; ///< a loop decides the time
  std::vector<MetricChange> Numbers;
  std::vector<InputChange> Inputs;

  bool isSame() const;
};

/// Settings that have to be equal for numbers to be of the same thing.
enum class Setting : uint8_t { Device, Model, Launch };
const char *settingName(Setting S);

struct KernelDiff {
  std::string Name;
  uint32_t Launch = 0; ///< which of the kernel's launches, from 0
  Presence P = Presence::Both;
  std::set<Setting> Differs;
  /// The kernel first, then its loops, accesses and counts; without accesses
  /// and counts that did not change.
  std::vector<PartDiff> Parts;
  std::vector<std::string> Unknown; ///< what the new report misses

  bool isSame() const;
  /// Numbers changed and no input that reports carry did.
  bool isUnexplained() const;
};

struct ReportDiff {
  std::string OldName, NewName;
  int64_t OldVersion = 0, NewVersion = 0;
  std::optional<MetricChange> ApplicationTime;
  std::vector<KernelDiff> Kernels; ///< in the new report's order, then gone

  bool isSame() const;
};

/// True where \p A and \p B are the same but for the last bits of a sum.
bool isSameNumber(double A, double B);

ReportDiff diffReports(const ReportedFile &Old, const ReportedFile &New);

} // namespace roofline

#endif
