// Flattens rows that pass on a shift register into one loop.
#ifndef ROOFLINE_LIB_NEST_FLATNEST_H
#define ROOFLINE_LIB_NEST_FLATNEST_H

namespace llvm {
class Loop;
class LoopInfo;
class ScalarEvolution;
} // namespace llvm

namespace roofline {

/// Merges two nested loops when the inner loop passes a value that is no sum to
/// its next row, or stores to a private array, a row's line buffer. True when
/// it changed loops, which invalidates the function's analyses.
bool flattenRows(llvm::LoopInfo &LI, llvm::ScalarEvolution &SE);

} // namespace roofline

#endif
