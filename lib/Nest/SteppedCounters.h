// Counters that go on under a condition, in terms of the loop's own.
#ifndef ROOFLINE_LIB_NEST_STEPPEDCOUNTERS_H
#define ROOFLINE_LIB_NEST_STEPPEDCOUNTERS_H

namespace llvm {
class DominatorTree;
class Loop;
class ScalarEvolution;
} // namespace llvm

namespace roofline {

/// `if (n >= delay && ++x == w) { x = 0; ++y; }`: what \p L carries and no data
/// decides is gone through once; a value that is First, and from iteration D on
/// First + Step * ((n - D) / Run % Rows), is written so. True where there were
/// such; analyses of the function hold no longer then.
bool closeCounters(llvm::Loop &L, llvm::ScalarEvolution &SE,
                   const llvm::DominatorTree &DT);

} // namespace roofline

#endif
