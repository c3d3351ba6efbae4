// From a summary and its options to a priced result.
//
/// \file
/// The one path that the driver and the compiler plugin share:
/// check, bind, estimate, advise.
#ifndef ROOFLINE_PRICING_ANALYZE_H
#define ROOFLINE_PRICING_ANALYZE_H

#include "roofline/Options/LaunchOptions.h"
#include "roofline/Report/AnalysisResult.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>

namespace roofline {

struct AnalyzeOptions {
  Launch L;
  TimeModel Model;
  BoardMechanisms Mechanisms; ///< enabled in the model "board"
  std::optional<Hertz> Clock; ///< nothing: the device's clock
  std::optional<Utilization> Used;
  std::string WhatIf;               ///< "ul@12=4,simd=2,cu=2"
  bool Combines = false;            ///< fill AnalysisResult::Together
  OperationChoice Operators;        ///< operators that W counts
  std::vector<Device> AlsoOn;       ///< further devices to report roofs for
  Peaks PeakKind = Peaks::Measured; ///< preferred peaks of the roofs
};

llvm::Expected<AnalysisResult> analyzeKernel(KernelSummary Kernel,
                                             const Device &D,
                                             const AnalyzeOptions &Options);

/// Changes the launch of one kernel, for example by a profile.
using AdjustLaunch =
    llvm::function_ref<llvm::Error(const KernelSummary &, Launch &)>;

/// Analyses each kernel with the arguments that it has, and those that no
/// kernel has. Gives \p Use each result, or the error in its place, and ends
/// with the first error that \p Use returns.
llvm::Error analyzeEach(
    llvm::ArrayRef<KernelSummary> Kernels, const Device &D,
    const AnalyzeOptions &Options, AdjustLaunch Adjust,
    llvm::function_ref<llvm::Error(llvm::Expected<AnalysisResult>)> Use);

/// Returns the results of analyzeEach(), or its first error. An argument that
/// no kernel has is an error.
llvm::Expected<std::vector<AnalysisResult>>
analyzeKernels(llvm::ArrayRef<KernelSummary> Kernels, const Device &D,
               const AnalyzeOptions &Options, AdjustLaunch Adjust = nullptr);

} // namespace roofline

#endif
