// Designs of a compiled kernel with their prices.
#include "roofline/Designs/KernelDesigns.h"

#include <cassert>

namespace roofline {

PricedKernelDesign priceDesign(const BoardEstimate &E, const FitEstimate &F,
                               Design D, std::optional<Hertz> Clock) {
  assert((!Clock || Clock->value() > 0) && "a kernel has a clock");
  PricedKernelDesign P;
  P.D = std::move(D);
  P.D.ComputeUnits = E.D.ComputeUnits;
  P.Group = E.LaunchReplay.GroupSize;
  P.Clock = Clock.value_or(F.Clock);
  const BoardTime T = E.timeAt(P.Clock);
  P.Cycles = T.Cycles;
  P.Time = T.Time;
  P.Fastest = T.Fastest;
  P.Slowest = T.Slowest;
  P.Need = F.total();
  P.Used = F.used();
  constexpr const char *Limits[] = {"passes", "memory", "latency"};
  P.Limit = Limits[size_t(E.limit())];
  return P;
}

} // namespace roofline
