// The analysis of kernels as JSON.
//
/// \file
/// Format: docs/report-json.md and report.schema.json.
#ifndef ROOFLINE_REPORT_ESTIMATEJSON_H
#define ROOFLINE_REPORT_ESTIMATEJSON_H

#include "roofline/Report/AnalysisResult.h"

#include "llvm/Support/JSON.h"

namespace roofline {

llvm::json::Value toJSON(const std::vector<AnalysisResult> &Results);
llvm::json::Value reportSchema();

} // namespace roofline

#endif
