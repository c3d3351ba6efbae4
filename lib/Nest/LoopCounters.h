// Pointers and indices that run along, in terms of the loops' counters.
//
/// \file
/// `*out++ = *in++` and `i++` of an inner loop step from where the last
/// iteration left them. What scalar evolution finds to be base + a * outer +
/// b * inner is written so: an index of the place, not of what came before.
#ifndef ROOFLINE_LIB_NEST_LOOPCOUNTERS_H
#define ROOFLINE_LIB_NEST_LOOPCOUNTERS_H

namespace llvm {
class LoopInfo;
class ScalarEvolution;
} // namespace llvm

namespace roofline {

/// Rewrites them in the loops of \p LI. Analyses hold no longer afterwards.
void indexByCounters(llvm::LoopInfo &LI, llvm::ScalarEvolution &SE);

} // namespace roofline

#endif
