// What passes of several steps of an iterated kernel cost.
#include "roofline/Tytra17/StencilCost.h"

#include "roofline/Stream/LowerVariant.h"

#include <algorithm>

namespace roofline {
int64_t numBlocks(const StencilPricing &P, const StreamDesign &D) noexcept {
  int64_t Number = 1;
  for (unsigned I = 0; I < 2; ++I)
    if (D.Block[I] > 0)
      Number *= countBlocks(P.One.Kernel.Space.Size[I], D.Block[I],
                            D.Steps * P.Reach.Before[I],
                            D.Steps * P.Reach.After[I], I == 0 ? D.Vector : 1);
  return Number;
}

PassGrowth passGrowth(const StencilPricing &P, const StreamDesign &D) noexcept {
  return {price(P.Two, D), price(P.Three, D)};
}

PassPrice pricePasses(const StencilPricing &P, const StreamDesign &D,
                      const PassGrowth &Growth) noexcept {
  const StreamPrice &Two = Growth.Two, &Three = Growth.Three;
  PassPrice Price = {D.Steps == 2 ? Two : Three, passesOf(P.Of.Steps, D.Steps),
                     numBlocks(P, D), false};
  if (D.Steps <= 3)
    return Price;
  StreamPrice &Pass = Price.Pass;
  const int64_t More = int64_t(D.Steps) - 2;
  Pass.LaunchCycles += (Three.LaunchCycles - Two.LaunchCycles) * (More - 1);
  Pass.Compute =
      Cycles(double(Pass.LaunchCycles)) / clockRange(P.Three, D).Typical;
  Pass.Memory = Two.Memory + (Three.Memory - Two.Memory) * double(More);
  Pass.Time = std::max({Pass.Compute, Pass.Memory, Pass.Host});
  Pass.Limit = Pass.Time == Pass.Compute  ? StreamLimit::Compute
               : Pass.Time == Pass.Memory ? StreamLimit::Memory
                                          : StreamLimit::Host;
  if (Two.Need && Three.Need) {
    Pass.Need = *Two.Need + (*Three.Need - *Two.Need) * double(More);
    Pass.Share = shareOf(P.Three, D, *Pass.Need);
  }
  return Price;
}

PassPrice pricePasses(const StencilPricing &P, const StreamDesign &D) noexcept {
  if (D.Steps > 1)
    return pricePasses(P, D, passGrowth(P, D));
  return {price(P.One, D), P.Of.Steps, 1, true};
}

double movedOverCompulsory(const StencilPricing &P, const StreamDesign &D,
                           const PassPrice &Of) noexcept {
  const StreamPricing &Streams = D.Steps == 1 ? P.One : P.Two;
  const double Moved = Of.Pass.Memory.value() * double(Of.Blocks) *
                       Streams.Platform.Memory.value();
  double Compulsory = Streams.Work.BufferBytes;
  if (D.isBlocked())
    Compulsory *= double(P.One.Kernel.Space.volume()) /
                  double(P.Two.Kernel.Space.volume());
  return Moved / Compulsory;
}

} // namespace roofline
