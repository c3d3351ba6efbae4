// Total time of an application's launches.
#ifndef ROOFLINE_REPORT_APPLICATIONREPORT_H
#define ROOFLINE_REPORT_APPLICATIONREPORT_H

#include "roofline/Dataflow/LaunchNetwork.h"
#include "roofline/Report/AnalysisResult.h"

#include "llvm/Support/JSON.h"

#include <algorithm>
#include <string>
#include <vector>

namespace llvm {
class raw_ostream;
}

namespace roofline {

/// The launches of one entry of a launch file.
struct ApplicationRow {
  uint64_t Launches = 0;      ///< [1]
  double Total = 0;           ///< [s] of all launches
  double Least = 0, Most = 0; ///< [s] of one launch
  TimeBound Bound = TimeBound::Exact;
  bool IsTogether = false; ///< runs beside other entries
  bool KnowsInputs = true; ///< knowsInputs() of all launches
  AnalysisResult Slowest;  ///< the launch of time Most
};

/// Launches that run at the same time, joined by channels.
struct LaunchGroup {
  std::vector<uint32_t> Rows; ///< of its launches, in their order
  Hertz Clock;                ///< the slowest of the launches'
  double Longest = 0;         ///< [s] of its longest launch alone
  JoinedRun Run;
  uint64_t Number = 1; ///< of groups that are alike

  /// [s] The run, if there is one, or the longest launch.
  double time() const {
    const double Seconds = Run.Cycles ? *Run.Cycles / Clock.value() : 0;
    return std::max(Longest, Seconds);
  }
};

struct ApplicationResult {
  std::vector<ApplicationRow> Rows; ///< in the order of the file
  std::vector<LaunchGroup> Groups;  ///< those that channels join
  /// [s] Sum over the launches; of launches that run at the same time
  /// LaunchGroup::time(), or the longest where no channel joins them.
  double Total = 0;
  TimeBound Bound = TimeBound::Exact;
  /// The row with the longest total.
  uint32_t Limiting = 0;
  /// Launches that wait for each other for ever; also those of their rows.
  std::vector<LoopWarning> Warnings;

  bool complete() const;
  bool knowsInputs() const; ///< true for all rows
};

/// Kind of the sum of a time of kind \p A and one of kind \p B.
TimeBound sumOf(TimeBound A, TimeBound B);

/// Prints the table of all rows and the report of the limiting row's slowest
/// launch; with \p Verbose those of all rows.
void printApplication(const ApplicationResult &R, llvm::raw_ostream &OS,
                      bool Verbose);

/// Prints \p G: processes, waits, depths; why it was not run.
void printGroup(const ApplicationResult &R, const LaunchGroup &G,
                llvm::raw_ostream &OS, bool Verbose);

/// The report whose kernels are the slowest launches of the rows.
llvm::json::Value toJSON(const ApplicationResult &R);

} // namespace roofline

#endif
