// The first screen of a report: how fast, why, and what to do.
#ifndef ROOFLINE_REPORT_ANSWER_H
#define ROOFLINE_REPORT_ANSWER_H

#include "roofline/Report/AnalysisResult.h"

#include <string>
#include <vector>

namespace llvm {
class raw_ostream;
}

namespace roofline {

/// Prints the answer for one kernel: the time and what it takes of the board,
/// what limits it, the changes that gain most, and where the time goes. At most
/// 24 lines of 100 columns, except for longer names. A launch that is not known
/// gets the options that say it instead of a time.
void printAnswer(const AnalysisResult &R, llvm::raw_ostream &OS);

/// Returns the driver's options that give what \p R lacks, to be pasted:
/// "--global X,Y", "--arg N=". Leaves out what no option gives.
std::vector<std::string> bindingOptions(const AnalysisResult &R);

/// A row of the answer, before it breaks into lines. The verdict has no name;
/// a further row without a name belongs to the one above it.
struct AnswerRow {
  std::string Name, Text;
};
/// The rows that printAnswer() prints.
std::vector<AnswerRow> answerRows(const AnalysisResult &R);

/// The work that limits the kernel: the loop whose passes do, or the access
/// that asks for most words where memory does. Invalid where the model has no
/// pipelines, or the kernel no operations.
SourceLocation limitingPlace(const AnalysisResult &R);

} // namespace roofline

#endif
