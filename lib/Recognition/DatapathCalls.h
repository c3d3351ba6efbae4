// Operations of a datapath for calls.
#ifndef ROOFLINE_LIB_RECOGNITION_DATAPATHCALLS_H
#define ROOFLINE_LIB_RECOGNITION_DATAPATHCALLS_H

#include "roofline/Stream/StreamKernel.h"

#include <optional>

namespace llvm {
class CallBase;
} // namespace llvm

namespace roofline {

/// Operation of an intrinsic or builtin that is one node; nothing for others.
std::optional<DatapathOp> operatorOfCall(const llvm::CallBase &Call);

} // namespace roofline

#endif
