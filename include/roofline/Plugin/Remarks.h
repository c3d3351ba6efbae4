// The remarks of the pass `fpga-cost`.
//
/// \file
/// One LaunchFile per module where one gives the launch, one KernelCost per
/// kernel, one LimitingLoop (or LimitingBlock), one CostlyAccess for each
/// access that takes more than a tenth of the time, one Advice, and one
/// MissingInput for each thing that keeps the answer from being complete. Names
/// and argument keys are stable; every number is an argument of its own. See
/// docs/fpga-cost.md.
#ifndef ROOFLINE_PLUGIN_REMARKS_H
#define ROOFLINE_PLUGIN_REMARKS_H

#include "roofline/Report/AnalysisResult.h"

namespace llvm {
class Function;
class OptimizationRemarkEmitter;
} // namespace llvm

namespace roofline {

/// \p F is the kernel in the user's module: its subprogram is the scope.
/// \p NamesLaunch: the launch file is named, where one gives the launch.
void emitCostRemarks(const llvm::Function &F, const AnalysisResult &Result,
                     bool NamesLaunch, llvm::OptimizationRemarkEmitter &ORE);

} // namespace roofline

#endif
