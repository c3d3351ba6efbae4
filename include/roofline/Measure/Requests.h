// Requests of the driver to its OpenCL worker.
//
/// \file
/// A request is a JSON object whose "do" is "list", "device" or "kernel";
/// KernelStage.h writes the last one.
#ifndef ROOFLINE_MEASURE_REQUESTS_H
#define ROOFLINE_MEASURE_REQUESTS_H

#include "roofline/Measure/Worker.h"

#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

namespace roofline {

/// Answers a request: everything that the worker does.
llvm::Expected<llvm::json::Value>
answerRequest(const llvm::json::Value &Request, Progress Say);

} // namespace roofline

#endif
