// W, Q and I of a kernel as a table.
#ifndef ROOFLINE_REPORT_COUNTSREPORT_H
#define ROOFLINE_REPORT_COUNTSREPORT_H

#include "roofline/Report/AnalysisResult.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/raw_ostream.h"

namespace roofline {

/// Prints the section "work and traffic" of a report; with \p Verbose for each
/// operator.
void printCounts(const AnalysisResult &R, llvm::raw_ostream &OS, bool Verbose);

/// Prints the section "roofs" of a report: the kernel on every device.
void printRoofs(llvm::ArrayRef<RoofPlacement> Roofs, llvm::raw_ostream &OS);

/// "float32", "int8", "pointer"; empty for other types.
std::string operandTypeText(const ValueType &T);

/// Closed form of the upper bound of \p C with the values of the launch; empty
/// when it has none.
std::string closedFormOf(const AnalysisResult &R, const Count &C);

/// "12.3 Gop/s".
std::string rateText(double OperationsPerSecond);

/// W / Q [operation/byte] for both readings of Q; nothing when a count is
/// missing or Q is 0.
/// Source: ICHEC15 Eq. (1), section 4.2 (intensity walls).
struct IntensityWalls {
  std::optional<double> Requested, Compulsory;
};
IntensityWalls intensityWalls(const KernelCounts &Counts);

} // namespace roofline

#endif
