// The process that uses OpenCL, which may crash or hang without harm.
//
/// \file
/// A kernel may fault, never end, or take its driver with it; and a driver may
/// bring its own LLVM, which must not meet ours in one process. So OpenCL is
/// used by a program of its own, `roofline-opencl`, that answers one request.
/// It dies with its parent, and the parent keeps the time.
#ifndef ROOFLINE_MEASURE_WORKER_H
#define ROOFLINE_MEASURE_WORKER_H

#include "roofline/Base/Units.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

#include <string>

namespace roofline {

/// Tells the parent what the worker does now; also a sign of life.
using Progress = llvm::function_ref<void(const llvm::Twine &)>;

/// Starts \p Program, sends \p Request and gives the answer. \p Show sees each
/// progress message. An error where the worker reports one, where it ends by a
/// signal, and where it gives no sign of life for \p Timeout: then it is
/// killed. The last two name the progress message that came last.
llvm::Expected<llvm::json::Value>
askWorker(const std::string &Program, const llvm::json::Value &Request,
          Seconds Timeout, llvm::function_ref<void(llvm::StringRef)> Show);

/// The worker's side: answers the request that waits on standard input, by
/// \p Answer; its exit status.
int serveRequest(llvm::function_ref<llvm::Expected<llvm::json::Value>(
                     const llvm::json::Value &Request, Progress Say)>
                     Answer);

} // namespace roofline

#endif
