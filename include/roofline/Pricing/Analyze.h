// From a summary and its options to a priced result.
//
/// \file
/// The one path that the driver and the compiler plugin share:
/// check, bind, estimate, advise.
#ifndef ROOFLINE_PRICING_ANALYZE_H
#define ROOFLINE_PRICING_ANALYZE_H

#include "roofline/Report/AnalysisResult.h"

#include "llvm/Support/Error.h"

#include <optional>
#include <string>

namespace roofline {

struct AnalyzeOptions {
  Launch L;
  ModelForm Form = ModelForm::Hpca16Repaired;
  std::optional<Hertz> Clock; ///< nothing: the device's
  std::optional<Utilization> Used;
  std::string WhatIf;         ///< "ul@12=4,simd=2,cu=2"
  OperationChoice Operators;  ///< what W counts
  std::vector<Device> AlsoOn; ///< further devices whose roofs are asked for
  Peaks Of = Peaks::Measured; ///< peaks of the roofs, where there are both
};

llvm::Expected<AnalysisResult> analyzeKernel(KernelSummary Kernel,
                                             const Device &D,
                                             const AnalyzeOptions &Options);

} // namespace roofline

#endif
