// W, Q and I of a kernel as a table and as JSON.
#ifndef ROOFLINE_REPORT_COUNTSREPORT_H
#define ROOFLINE_REPORT_COUNTSREPORT_H

#include "roofline/Report/AnalysisResult.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

namespace roofline {

/// The section "work and traffic" of a report; \p Verbose: operator by
/// operator.
void printCounts(const AnalysisResult &R, llvm::raw_ostream &OS, bool Verbose);

/// The section "roofs" of a report: the kernel on every device.
void printRoofs(const AnalysisResult &R, llvm::raw_ostream &OS);

/// "roofs" of the report.
llvm::json::Value roofsJSON(const AnalysisResult &R);

/// The upper bound's closed form, what the launch binds put in; empty where
/// there is none.
std::string closedFormOf(const AnalysisResult &R, const Count &C);

/// "12.3 Gop/s".
std::string rateText(double OperationsPerSecond);

/// "counts" of the report. Schema: schemas/report.schema.json.
llvm::json::Value countsJSON(const AnalysisResult &R);

/// W / Q [operation/byte]: the bounds that Q's two readings give, requested
/// first; nothing where a count is missing or Q is 0.
/// Source: ICHEC15 Eq. (1), section 4.2 (intensity walls).
struct IntensityWalls {
  std::optional<double> Requested, Compulsory;
};
IntensityWalls intensityWalls(const KernelCounts &Counts);

} // namespace roofline

#endif
