// Calls as operations of a datapath.
#ifndef ROOFLINE_LIB_RECOGNITION_DATAPATHCALLS_H
#define ROOFLINE_LIB_RECOGNITION_DATAPATHCALLS_H

#include "roofline/Stream/StreamKernel.h"

#include <optional>

namespace llvm {
class CallBase;
} // namespace llvm

namespace roofline {

/// The operation of an intrinsic or a builtin that is one node.
std::optional<DatapathOp> operatorOfCall(const llvm::CallBase &Call);

} // namespace roofline

#endif
