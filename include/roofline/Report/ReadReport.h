// Reads reports of `roofline analyze --json` for a comparison.
//
/// \file
/// Format: docs/report-json.md, versions 2 and 3. Numbers that version 2 lacks
/// are absent. Advice, potentials and roofs are not compared.
#ifndef ROOFLINE_REPORT_READREPORT_H
#define ROOFLINE_REPORT_READREPORT_H

#include "roofline/Diff/ReportedKernel.h"

#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

namespace roofline {

/// Reads a report. Errors have \p Name and either line and column (syntax) or
/// the path of the value (structure).
llvm::Expected<ReportedFile> parseReport(llvm::StringRef Text,
                                         llvm::StringRef Name);

/// Reads a report from memory, \p Root.
llvm::Expected<ReportedFile> readReport(const llvm::json::Value &Root,
                                        llvm::StringRef Name);

} // namespace roofline

#endif
