// Kernel summaries as JSON, both ways without loss.
//
/// \file
/// Format: docs/summary-json.md and summary.schema.json.
#ifndef ROOFLINE_REPORT_SUMMARYJSON_H
#define ROOFLINE_REPORT_SUMMARYJSON_H

#include "roofline/Kernel/KernelSummary.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

#include <vector>

namespace roofline {

llvm::json::Value toJSON(const std::vector<KernelSummary> &Kernels);

/// Reads the output of toJSON(); \p Name is the file's name in errors. Syntax
/// errors have line and column; structural errors have the path of the value.
llvm::Expected<std::vector<KernelSummary>> readSummaries(llvm::StringRef Text,
                                                         llvm::StringRef Name);

llvm::json::Value summarySchema();

llvm::json::Value toJSON(const Expr &E);

} // namespace roofline

#endif
