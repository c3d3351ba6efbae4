// Reads what `roofline analyze --json` wrote, for a comparison.
//
/// \file
/// Format: docs/report-json.md, versions 2 and 3. Version 2 lacks fields, whose
/// numbers are then not there. Does not read advice, potentials and roofs.
#ifndef ROOFLINE_REPORT_READREPORT_H
#define ROOFLINE_REPORT_READREPORT_H

#include "roofline/Diff/ReportedKernel.h"

#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

namespace roofline {

/// Errors have \p Name, and line and column of syntax or the path of the value.
llvm::Expected<ReportedFile> parseReport(llvm::StringRef Text,
                                         llvm::StringRef Name);

/// A report that was not written yet.
llvm::Expected<ReportedFile> readReport(const llvm::json::Value &Root,
                                        llvm::StringRef Name);

} // namespace roofline

#endif
