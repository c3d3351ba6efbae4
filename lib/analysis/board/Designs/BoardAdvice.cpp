// Advice on a kernel that the model "board" prices.
#include "roofline/Designs/BoardAdvice.h"

#include "AdviceParts.h"

#include <algorithm>
#include <cassert>

namespace roofline {

std::string atLine(const KernelSummary &Kernel, const SourceLocation &Loc) {
  return Loc ? " at line " + lineName(Kernel, Loc) : "";
}

std::vector<Advice> adviseOnBoard(const KernelOnBoard &K) {
  assert(K.Bound.Kernel && "a bound kernel has a summary");
  assert(K.D.Unroll.size() == K.Bound.Loops.size() &&
         "a design has an unroll factor for each loop");
  assert(K.Board.Times &&
         "the model board needs the measured times of a device");
  std::vector<Advice> All = factorAdvice(K);
  for (Advice &A : memoryAdvice(K))
    All.push_back(std::move(A));
  std::erase_if(All, [](const Advice &A) { return A.Gain < LeastBoardGain; });
  std::stable_sort(
      All.begin(), All.end(),
      [](const Advice &L, const Advice &R) { return L.Gain > R.Gain; });
  return All;
}

} // namespace roofline
