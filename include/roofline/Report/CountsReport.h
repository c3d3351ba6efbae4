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
