// Total time of an application's launches.
#ifndef ROOFLINE_PRICING_PRICEAPPLICATION_H
#define ROOFLINE_PRICING_PRICEAPPLICATION_H

#include "roofline/DeviceFiles/LaunchFile.h"
#include "roofline/Pricing/Analyze.h"
#include "roofline/Report/ApplicationReport.h"

namespace roofline {

/// Prices each launch of \p Plan and adds up AnalysisResult::time(). An error
/// when a launch names no kernel of \p Kernels, or contradicts it.
llvm::Expected<ApplicationResult>
priceApplication(llvm::ArrayRef<KernelSummary> Kernels, const Device &D,
                 const AnalyzeOptions &Options,
                 llvm::ArrayRef<PlannedLaunch> Plan,
                 AdjustLaunch Adjust = nullptr);

} // namespace roofline

#endif
