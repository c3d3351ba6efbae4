// The report as text for a terminal.
#ifndef ROOFLINE_REPORT_TEXTREPORT_H
#define ROOFLINE_REPORT_TEXTREPORT_H

#include "roofline/Report/AnalysisResult.h"

namespace llvm {
class raw_ostream;
}

namespace roofline {

/// Prints at most 100 columns, except for longer names. \p Verbose adds the
/// value of every equation of every block.
void printReport(const AnalysisResult &R, llvm::raw_ostream &OS,
                 bool Verbose = false);

} // namespace roofline

#endif
