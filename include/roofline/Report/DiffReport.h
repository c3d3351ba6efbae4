// The comparison of two reports as text, Markdown and JSON.
//
/// \file
/// Pages: docs/diff.md; diff.schema.json.
#ifndef ROOFLINE_REPORT_DIFFREPORT_H
#define ROOFLINE_REPORT_DIFFREPORT_H

#include "roofline/Diff/Gate.h"

#include "llvm/Support/JSON.h"

namespace llvm {
class raw_ostream;
}

namespace roofline {

/// Prints for a terminal. \p Gate is null without limits.
void printDiff(const ReportDiff &D, const GateResult *Gate,
               llvm::raw_ostream &OS);

/// Prints Markdown for a comment on a pull request.
void printDiffMarkdown(const ReportDiff &D, const GateResult *Gate,
                       llvm::raw_ostream &OS);

llvm::json::Value toJSON(const ReportDiff &D, const GateResult *Gate);
llvm::json::Value diffSchema();

} // namespace roofline

#endif
