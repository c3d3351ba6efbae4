// Designs of a compiled kernel with their prices.
#include "roofline/Designs/KernelDesigns.h"

#include <cassert>

namespace roofline {

PricedKernelDesign priceDesign(const BoundKernel &Bound, const BoardEstimate &E,
                               const FitEstimate &F, Design D,
                               std::optional<Hertz> Clock) {
  assert(Bound.Kernel && "a bound kernel has a summary");
  assert((!Clock || Clock->value() > 0) && "a kernel has a clock");
  PricedKernelDesign P;
  P.D = std::move(D);
  P.D.ComputeUnits = E.D.ComputeUnits;
  P.Group = E.LaunchReplay.GroupSize;
  P.Cycles = E.Cycles;
  P.Clock = Clock.value_or(F.Clock);
  const double Scale = Bound.Clock / P.Clock.value();
  P.Time = Seconds(E.Time.value() * Scale);
  P.Fastest = Seconds(E.Fastest.value() * Scale);
  P.Slowest = Seconds(E.Slowest.value() * Scale);
  P.Need = F.total();
  P.Used = F.used();
  constexpr const char *Limits[] = {"passes", "memory", "latency"};
  P.Limit = Limits[size_t(E.limit())];
  return P;
}

} // namespace roofline
