// The model "board" in the text report.
#ifndef ROOFLINE_LIB_REPORT_BOARDREPORT_H
#define ROOFLINE_LIB_REPORT_BOARDREPORT_H

#include "roofline/Report/AnalysisResult.h"

namespace llvm {
class raw_ostream;
}

namespace roofline {

/// Prints the time with its error bar and its limit. Needs R.OnBoard.
void printBoardVerdict(const AnalysisResult &R, llvm::raw_ostream &OS);
/// Prints the pipelines and load/store units.
void printBoardTables(const AnalysisResult &R, llvm::raw_ostream &OS);

} // namespace roofline

#endif
