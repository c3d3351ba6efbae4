// Line buffers of a single work-item, as shift registers.
#ifndef ROOFLINE_LIB_NEST_LINEBUFFER_H
#define ROOFLINE_LIB_NEST_LINEBUFFER_H

#include "llvm/Support/Error.h"

namespace llvm {
class Function;
class LoopInfo;
class ScalarEvolution;
} // namespace llvm

namespace roofline {

/// Private arrays of \p F that one loop reads and then writes at a place that
/// comes back every so many iterations, `line[x]`: an element is what was
/// written a row ago, the last place of a shift register as long as the row.
/// True where there were such; analyses hold no longer then. An array that is
/// no such buffer is an error at its access.
llvm::Expected<bool> openLineBuffers(llvm::Function &F, llvm::LoopInfo &LI,
                                     llvm::ScalarEvolution &SE);

} // namespace roofline

#endif
