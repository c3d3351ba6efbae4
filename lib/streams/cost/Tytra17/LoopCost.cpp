// Cost of a core of loops with memories: time, resources.
#include "roofline/Tytra17/LoopCost.h"

#include <algorithm>
#include <cassert>
#include <cstdio>

namespace roofline {
namespace {

/// A clock that was asked for stays, whatever the path.
bool followsPath(const StreamPlatform &P, const LogicPath &Path) noexcept {
  return P.IsNominal && Path.Unknowns.empty() && Path.Delay > 0;
}

/// What is taken of \p P with the shell around the core.
FabricResources withShell(const StreamPlatform &P,
                          const FabricResources &Need) noexcept {
  return P.Shell.empty() ? Need : Need + P.Shell[0];
}

} // namespace

ClockRange loopClock(const StreamPlatform &P, const LoopLaunch &L) noexcept {
  const LogicPath &Path = L.Core.Path;
  if (!followsPath(P, Path))
    return {P.Clock, P.Clock, P.Clock};
  const ClockRange R =
      clockRange(P.Routing.value_or(RoutingShare()), Path.Delay);
  return {std::min(P.Clock, R.Low), std::min(P.Clock, R.Typical),
          std::min(P.Clock, R.High)};
}

StreamPrice priceLoops(const StreamPlatform &P, const LoopLaunch &L) noexcept {
  assert(L.Cycles >= 1 && "a launch takes a cycle");
  StreamPrice Price;
  Price.LaunchCycles = int64_t(L.Cycles);
  Price.Clock = loopClock(P, L).Typical;
  Price.PathIsKnown = followsPath(P, L.Core.Path);
  Price.Compute = Cycles(double(L.Cycles)) / Price.Clock;
  Price.Memory = Seconds(L.Bytes / P.Memory.value());
  if (P.Host)
    Price.Host = Seconds(L.Bytes / P.Launches / P.Host->value());
  Price.Time = std::max({Price.Compute, Price.Memory, Price.Host});
  Price.Limit = Price.Time == Price.Compute  ? StreamLimit::Compute
                : Price.Time == Price.Memory ? StreamLimit::Memory
                                             : StreamLimit::Host;
  Price.Need = L.Core.Cost.Need;
  if (Price.Need)
    Price.Share = largestShare(withShell(P, *Price.Need), P.Available);
  return Price;
}

std::optional<std::string> whyTooLarge(const StreamPlatform &P,
                                       const std::optional<CoreCost> &Cost) {
  if (!Cost)
    return "what it needs of '" + P.Name +
           "' is not known without a cost file; --costs names one";
  if (!Cost->Need)
    return "what it needs of '" + P.Name + "' is not known: " +
           (Cost->Unknowns.empty() ? "a part of it" : Cost->Unknowns.front());
  const FabricResources All = withShell(P, *Cost->Need);
  const double Share = largestShare(All, P.Available);
  if (Share <= 1)
    return std::nullopt;
  char Percent[32];
  std::snprintf(Percent, sizeof Percent, "%.4g", 100 * Share);
  return "it does not fit: as loops it takes " + std::string(Percent) +
         " % of the " + scarcest(All, P.Available) + " that " + P.Name +
         " has for it";
}

} // namespace roofline
