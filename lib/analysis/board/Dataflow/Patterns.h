// The iterations in which conditions hold, as progressions.
#ifndef ROOFLINE_LIB_DATAFLOW_PATTERNS_H
#define ROOFLINE_LIB_DATAFLOW_PATTERNS_H

#include "roofline/Base/Expr.h"
#include "roofline/Dataflow/DataflowNetwork.h"

namespace roofline::dataflow {

/// A loop that takes time.
struct PatternLevel {
  uint32_t Loop = 0;   ///< index into KernelSummary::Loops
  uint64_t Count = 1;  ///< entries of its body, all copies as one
  uint64_t Step = 1;   ///< [cycle] between them
  uint64_t Factor = 1; ///< copies of the body, each of an iteration
};

/// A loop whose iterations stand side by side.
struct PatternLane {
  uint32_t Loop = 0;
  uint64_t Count = 1;
};

struct PatternRequest {
  std::vector<PatternLevel> Levels; ///< outermost first
  std::vector<PatternLane> Lanes;
  std::vector<Expr> Conditions; ///< 1 where they hold, over loops
  uint64_t Budget = 1'000'000;  ///< evaluations of conditions
};

/// Returns the cycles, from 0, in which all conditions hold in some lane: in no
/// order. Nothing where a condition has other symbols, or the budget is spent.
std::optional<std::vector<CycleProgression>> patternOf(const PatternRequest &R);

/// Splits \p Parts into as few lists as possible whose cycles increase.
std::vector<std::vector<CycleProgression>>
increasing(std::vector<CycleProgression> Parts);

} // namespace roofline::dataflow

#endif
