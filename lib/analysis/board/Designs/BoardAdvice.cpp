// Advice on a kernel that the model "board" prices.
#include "roofline/Designs/BoardAdvice.h"

#include "AdviceParts.h"

#include <algorithm>
#include <cassert>

namespace roofline {

std::string atLine(const KernelSummary &Kernel, const SourceLocation &Loc) {
  return Loc ? " at line " + lineName(Kernel, Loc) : "";
}

const char *limitText(const BoardEstimate &E) {
  constexpr const char *Limits[] = {"passes", "memory", "latency"};
  return Limits[size_t(E.limit())];
}

Advice sourceAdvice(const KernelOnBoard &K, const char *Kind,
                    const SourceLocation &Loc, std::string Text, double Gain,
                    const char *Limit, std::vector<std::string> Guards) {
  assert(Gain > 0 && "a change leaves some time");
  const Hertz Clock = K.Clock.value_or(K.F.Clock);
  const double Now = K.E.timeAt(Clock).Time.value();
  Advice A;
  A.Optimisation = Kind;
  A.Loc = Loc;
  A.Text = std::move(Text);
  A.Gain = Gain;
  A.Guards = std::move(Guards);
  A.OnBoard = PricedChange{
      Seconds(Now), Seconds(Now / Gain), Clock, Clock, std::nullopt, Limit, ""};
  return A;
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
  for (Advice &A : recurrenceAdvice(K))
    All.push_back(std::move(A));
  std::erase_if(All, [](const Advice &A) { return A.Gain < LeastBoardGain; });
  std::stable_sort(
      All.begin(), All.end(),
      [](const Advice &L, const Advice &R) { return L.Gain > R.Gain; });
  return All;
}

} // namespace roofline
