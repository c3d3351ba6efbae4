// Total time of an application's launches.
#ifndef ROOFLINE_REPORT_APPLICATIONREPORT_H
#define ROOFLINE_REPORT_APPLICATIONREPORT_H

#include "roofline/Report/AnalysisResult.h"

#include "llvm/Support/JSON.h"

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

struct ApplicationResult {
  std::vector<ApplicationRow> Rows; ///< in the order of the file
  /// [s] Sum over the launches; of launches that run at the same time only the
  /// longest counts.
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

/// The report whose kernels are the slowest launches of the rows.
llvm::json::Value toJSON(const ApplicationResult &R);

} // namespace roofline

#endif
