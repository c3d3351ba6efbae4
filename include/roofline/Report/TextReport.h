// The report that a person reads on a terminal.
#ifndef ROOFLINE_REPORT_TEXTREPORT_H
#define ROOFLINE_REPORT_TEXTREPORT_H

#include "roofline/Report/AnalysisResult.h"

namespace llvm {
class raw_ostream;
}

namespace roofline {

void printReport(const AnalysisResult &R, llvm::raw_ostream &OS);

} // namespace roofline

#endif
