// Rewrites counters that step under a condition in terms of the loop's counter.
#ifndef ROOFLINE_LIB_NEST_STEPPEDCOUNTERS_H
#define ROOFLINE_LIB_NEST_STEPPEDCOUNTERS_H

namespace llvm {
class DominatorTree;
class Loop;
class ScalarEvolution;
} // namespace llvm

namespace roofline {

/// `if (n >= delay && ++x == w) { x = 0; ++y; }`: the values that \p L carries
/// and no data decides are simulated once. A value that is First before
/// iteration D, and First + Step * ((n - D) / Run % Rows) from then on, is
/// rewritten to that form. True when it changed values, which invalidates the
/// function's analyses.
bool closeCounters(llvm::Loop &L, llvm::ScalarEvolution &SE,
                   const llvm::DominatorTree &DT);

} // namespace roofline

#endif
