// Kernels of LLVM IR as loops with memories.
//
/// \file
/// A work-item's code becomes regions: nests of counted loops flatten into
/// pipelined leaves where they can, other loops stay around them. The
/// work-items of a launch are a loop; where they share memory, those of a group
/// run between barriers as a phase, group after group.
/// Not handled: barriers under a condition, pointers that data choose.
#ifndef ROOFLINE_LOOPFORMS_LOOPRECOGNITION_H
#define ROOFLINE_LOOPFORMS_LOOPRECOGNITION_H

#include "roofline/Kernel/Launch.h"
#include "roofline/Loops/LoopKernel.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace llvm {
class Module;
}

namespace roofline {

/// Kernel \p Kernel of \p M under launch \p L, with its ports. The error names
/// the place and reason that prevent it.
llvm::Expected<LoopKernel>
recognizeLoops(const llvm::Module &M, llvm::StringRef Kernel, const Launch &L);

/// Leaves out the bits of \p K's datapaths that nothing reads. An address that
/// leaves its memory wraps from then on, and no run of \p K tells.
void narrowLoops(LoopKernel &K);

} // namespace roofline

#endif
