// The kernel stage on the worker's side.
#ifndef ROOFLINE_LIB_MEASURE_KERNELRUN_H
#define ROOFLINE_LIB_MEASURE_KERNELRUN_H

#include "roofline/Measure/Worker.h"

namespace roofline {

/// Answers a request of makeKernelRequest().
llvm::Expected<llvm::json::Value> answerKernel(const llvm::json::Value &Asked,
                                               Progress Say);

} // namespace roofline

#endif
