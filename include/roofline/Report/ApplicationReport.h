// Time that the launches of an application take together.
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

/// The launches that one entry of a launch file is.
struct ApplicationRow {
  uint64_t Launches = 0;      ///< [1]
  double Total = 0;           ///< [s] of all of them
  double Least = 0, Most = 0; ///< [s] of one
  TimeBound Bound = TimeBound::Exact;
  bool IsTogether = false; ///< runs beside other entries
  bool KnowsInputs = true; ///< in all launches: see knowsInputs()
  AnalysisResult Slowest;  ///< the launch that takes Most
};

struct ApplicationResult {
  std::vector<ApplicationRow> Rows; ///< in the order of the file
  /// [s] All launches one after another; of those that run at the same time
  /// the longest.
  double Total = 0;
  TimeBound Bound = TimeBound::Exact;
  /// The row that takes most.
  uint32_t Limiting = 0;

  bool complete() const;
  bool knowsInputs() const; ///< in all rows
};

/// Kind of a sum of two times, which are \p A and \p B.
TimeBound sumOf(TimeBound A, TimeBound B);

/// The table of all rows, and the report of the limiting row's slowest launch;
/// with \p Verbose of each row's.
void printApplication(const ApplicationResult &R, llvm::raw_ostream &OS,
                      bool Verbose);

/// The report with the slowest launch of each row as its kernels.
llvm::json::Value toJSON(const ApplicationResult &R);

} // namespace roofline

#endif
