// Rows that hand a shift register on, as one loop.
#ifndef ROOFLINE_LIB_NEST_FLATNEST_H
#define ROOFLINE_LIB_NEST_FLATNEST_H

namespace llvm {
class Loop;
class LoopInfo;
class ScalarEvolution;
} // namespace llvm

namespace roofline {

/// Makes two nested loops one where the inner one keeps a value for later
/// iterations that is no sum and that its next row goes on with, or stores to a
/// private array, a row's line buffer. True where there were such; analyses of
/// the function hold no longer then.
bool flattenRows(llvm::LoopInfo &LI, llvm::ScalarEvolution &SE);

} // namespace roofline

#endif
