// Instructions and calls as operations of a datapath.
#ifndef ROOFLINE_LIB_RECOGNITION_DATAPATHCALLS_H
#define ROOFLINE_LIB_RECOGNITION_DATAPATHCALLS_H

#include "roofline/Stream/StreamKernel.h"

#include <optional>

namespace llvm {
class Instruction;
} // namespace llvm

namespace roofline {

/// Operation of an instruction, an intrinsic or a builtin that is one node;
/// nothing for others.
std::optional<DatapathOp> operatorOf(const llvm::Instruction &I);

} // namespace roofline

#endif
