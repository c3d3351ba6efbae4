// Advice on a kernel that the model "board" prices.
//
/// \file
/// For each kind of change the best single one: a factor of the design, which
/// is replayed, or what memory is asked for, which is priced on the replay that
/// is there. Legal is what `explore` permits, and possible what fits the board.
/// docs/advice.md says what each line assumes.
#ifndef ROOFLINE_DESIGNS_BOARDADVICE_H
#define ROOFLINE_DESIGNS_BOARDADVICE_H

#include "roofline/Board/BoardEstimate.h"
#include "roofline/Fit/FitEstimate.h"
#include "roofline/Hpca16/Advice.h"

#include <vector>

namespace roofline {

/// A kernel under a launch, priced in its present design. Refers to all parts.
struct KernelOnBoard {
  const BoundKernel &Bound;
  const Launch &L;
  const Design &D; ///< as the source, or the user, asks for it
  const BoardEstimate &E;
  const FitEstimate &F;
  const Device &Board;
  BoardMechanisms With = {};
};

/// One line of each kind and object, by descending gain, which is at least 5 %.
std::vector<Advice> adviseOnBoard(const KernelOnBoard &Kernel);

} // namespace roofline

#endif
