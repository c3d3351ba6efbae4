// The model "board" in the report that a person reads.
#ifndef ROOFLINE_LIB_REPORT_BOARDREPORT_H
#define ROOFLINE_LIB_REPORT_BOARDREPORT_H

#include "roofline/Report/AnalysisResult.h"

namespace llvm {
class raw_ostream;
}

namespace roofline {

/// Its time with the error bar, and what limits it. \p R has OnBoard.
void printBoardVerdict(const AnalysisResult &R, llvm::raw_ostream &OS);
/// Its pipelines and its load/store units.
void printBoardTables(const AnalysisResult &R, llvm::raw_ostream &OS);

} // namespace roofline

#endif
