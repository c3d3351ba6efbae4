// What the driver asks its OpenCL worker to do.
//
/// \file
/// A request is a JSON object whose "do" is "list", "device" or "kernel"; the
/// writers and the reader stand side by side in Requests.cpp and
/// KernelRequest.h.
#ifndef ROOFLINE_MEASURE_REQUESTS_H
#define ROOFLINE_MEASURE_REQUESTS_H

#include "roofline/Measure/Worker.h"

#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

namespace roofline {

/// Answers a request; the worker's whole work.
llvm::Expected<llvm::json::Value>
answerRequest(const llvm::json::Value &Request, Progress Say);

} // namespace roofline

#endif
