// The kernel stage of roofline measure.
#ifndef ROOFLINE_TOOLS_MEASUREKERNEL_H
#define ROOFLINE_TOOLS_MEASUREKERNEL_H

#include "KernelInput.h"

#include "roofline/Measure/KernelStage.h"

namespace roofline {

struct MeasureKernelOptions {
  KernelRunOptions Run;
  std::string Device, Json; ///< Device empty: no roofs
  std::optional<double> Work, Traffic;
  bool AllowUnknown = false;
};

/// Runs the kernel of \p Input by \p Ask, and reports; gives the exit code.
llvm::Expected<int>
measureKernel(KernelInput &Input, MeasureKernelOptions &O,
              llvm::function_ref<
                  llvm::Expected<llvm::json::Value>(const llvm::json::Value &)>
                  Ask);

} // namespace roofline

#endif
