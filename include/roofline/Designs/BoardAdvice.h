// Advice on a kernel that the model "board" prices.
//
/// \file
/// Finds the best single change of each kind. A change of a design's factor
/// gets a replay of its own. A change of memory requests is priced on the
/// present replay. Every advised design is one that `explore` permits and that
/// fits the board. docs/advice.md states the assumptions of each line.
#ifndef ROOFLINE_DESIGNS_BOARDADVICE_H
#define ROOFLINE_DESIGNS_BOARDADVICE_H

#include "roofline/Board/BoardEstimate.h"
#include "roofline/Fit/FitEstimate.h"
#include "roofline/Hpca16/Advice.h"

#include <optional>
#include <vector>

namespace roofline {

/// A kernel under a launch, priced in its present design. All referenced parts
/// must outlive it.
struct KernelOnBoard {
  const BoundKernel &Bound;
  const Launch &L;
  const Design &D; ///< the design that the source or the user requests
  const BoardEstimate &E;
  const FitEstimate &F;
  const Device &Board;
  BoardMechanisms With = {};
  /// Clock of all designs; empty takes those that their fits predict.
  std::optional<Hertz> Clock = {};
};

/// Returns one line for each kind of change and object, by descending gain.
/// Leaves out gains below 5 %.
std::vector<Advice> adviseOnBoard(const KernelOnBoard &Kernel);

/// Returns the best combination of factors that a climb from the best of \p
/// Singles, the result of adviseOnBoard(), reaches: each step takes the best
/// further factor. Nothing where it gains less than 5 % beyond a single change.
std::optional<Advice> combineAdvice(const KernelOnBoard &Kernel,
                                    const std::vector<Advice> &Singles);

} // namespace roofline

#endif
