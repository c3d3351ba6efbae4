// Turns line buffers of a single work-item into shift registers.
#ifndef ROOFLINE_LIB_NEST_LINEBUFFER_H
#define ROOFLINE_LIB_NEST_LINEBUFFER_H

#include "llvm/Support/Error.h"

namespace llvm {
class Function;
class LoopInfo;
class ScalarEvolution;
} // namespace llvm

namespace roofline {

/// Replaces private arrays of \p F that a loop reads and then writes at the
/// same periodic place, `line[x]`. A read gives the element written one row
/// ago, the last place of a shift register as long as the row. True when it
/// replaced arrays, which invalidates analyses. An array that is no line buffer
/// is an error at its access.
llvm::Expected<bool> openLineBuffers(llvm::Function &F, llvm::LoopInfo &LI,
                                     llvm::ScalarEvolution &SE);

} // namespace roofline

#endif
