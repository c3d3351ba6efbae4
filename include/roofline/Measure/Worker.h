// The process that uses OpenCL: its crash or hang does the driver no harm.
//
/// \file
/// A kernel may fault, never end, or crash its OpenCL driver, and that driver
/// may bring its own LLVM, which must not share a process with ours. So a
/// program of its own, `roofline-opencl`, uses OpenCL and answers one request.
/// It dies with its parent, which watches the time.
#ifndef ROOFLINE_MEASURE_WORKER_H
#define ROOFLINE_MEASURE_WORKER_H

#include "roofline/Base/Units.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

#include <string>

namespace roofline {

/// Tells the parent what the worker does now, which is also a sign of life.
using Progress = llvm::function_ref<void(const llvm::Twine &)>;

/// Starts \p Program, sends \p Request and gives the answer. \p Show sees each
/// progress message. An error when the worker reports one, ends by a signal, or
/// gives no sign of life for \p Timeout, after which it is killed. The errors
/// of the last two cases name the last progress message.
llvm::Expected<llvm::json::Value>
askWorker(const std::string &Program, const llvm::json::Value &Request,
          Seconds Timeout, llvm::function_ref<void(llvm::StringRef)> Show);

/// The worker's side: answers the request on standard input by \p Answer and
/// returns the exit status.
int serveRequest(llvm::function_ref<llvm::Expected<llvm::json::Value>(
                     const llvm::json::Value &Request, Progress Say)>
                     Answer);

} // namespace roofline

#endif
