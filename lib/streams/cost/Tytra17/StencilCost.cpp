// Cost of passes of several steps of an iterated kernel.
#include "roofline/Tytra17/StencilCost.h"

#include "roofline/Steps/LowerVariant.h"

#include <algorithm>
#include <bit>
#include <cassert>

namespace roofline {
int64_t numBlocks(const StencilPricing &P, const StreamDesign &D) noexcept {
  int64_t Number = 1;
  for (unsigned I = 0; I < 3; ++I)
    if (D.Block[I] > 0)
      Number *= countBlocks(P.One.Kernel.Space.Size[I], D.Block[I],
                            D.Steps * P.Reach.Before[I],
                            D.Steps * P.Reach.After[I], I == 0 ? D.Vector : 1);
  return Number;
}

PassGrowth passGrowth(const PassChain &C, const StreamDesign &D) noexcept {
  return {price(C.Two, D), price(C.Three, D), clockRange(C.Three, D).Typical};
}

void settle(const StencilPricing &P, const StreamDesign &D,
            PassPrice &Price) noexcept {
  assert(Price.Passes >= 1 && "an iteration has at least one pass");
  assert(Price.Pass.Clock.value() > 0 && "a pass has a clock");
  const StreamPlatform &Platform = P.One.Platform;
  StreamPrice &Pass = Price.Pass;
  const unsigned Log = std::countr_zero(D.Vector);
  if (const auto &Form = P.One.Forms[unsigned(D.Form)];
      !Pass.PathIsKnown && Form && Form->Paths[Log])
    Pass.Clock = std::min(Pass.Clock, clockRange(P.One, D).Typical);
  Pass.Compute = Cycles(double(Pass.LaunchCycles)) / Pass.Clock;
  Pass.Host = Seconds(0);
  if (Platform.Host)
    Pass.Host = Seconds(P.One.Work.BufferBytes / Platform.Launches /
                        Platform.Host->value() / double(Price.Passes) /
                        double(std::max<int64_t>(1, Price.Blocks)));
  Pass.Time = std::max({Pass.Compute, Pass.Memory, Pass.Host});
  Pass.Limit = Pass.Time == Pass.Compute  ? StreamLimit::Compute
               : Pass.Time == Pass.Memory ? StreamLimit::Memory
                                          : StreamLimit::Host;
}

PassPrice pricePasses(const StencilPricing &P, const StreamDesign &D,
                      const PassGrowth &Growth) noexcept {
  assert(D.Steps >= 2 && "a pass that grows has at least two steps");
  const StreamPrice &Two = Growth.Two, &Three = Growth.Three;
  PassPrice Price = {D.Steps == 2 ? Two : Three,
                     passesOf(P.Loop.Steps, D.Steps), numBlocks(P, D), false};
  StreamPrice &Pass = Price.Pass;
  if (D.Steps > 3) {
    const int64_t More = int64_t(D.Steps) - 2;
    Pass.LaunchCycles += (Three.LaunchCycles - Two.LaunchCycles) * (More - 1);
    Pass.Clock = Growth.Clock;
    Pass.Memory = Two.Memory + (Three.Memory - Two.Memory) * double(More);
    if (Two.Need && Three.Need) {
      Pass.Need = *Two.Need + (*Three.Need - *Two.Need) * double(More);
      Pass.Share = shareOf(P.Whole.Three, D, *Pass.Need);
    }
  }
  settle(P, D, Price);
  return Price;
}

PassPrice pricePasses(const StencilPricing &P, const StreamDesign &D) noexcept {
  assert(D.Steps >= 1 && "a pass has at least one step");
  if (D.Steps > 1)
    return pricePasses(P, D, passGrowth(P.chain(D.Steps), D));
  PassPrice Price = {price(P.One, D), P.Loop.Steps, 1, true};
  settle(P, D, Price);
  return Price;
}

double movedOverCompulsory(const StencilPricing &P, const StreamDesign &D,
                           const PassPrice &Price) noexcept {
  assert(D.Steps >= 1 && "a pass has at least one step");
  const StreamPricing &Streams = D.Steps == 1 ? P.One : P.Whole.Two;
  const double Moved = Price.Pass.Memory.value() * double(Price.Blocks) *
                       Streams.Platform.Memory.value();
  double Compulsory = Streams.Work.BufferBytes;
  if (D.isBlocked())
    Compulsory *= double(P.One.Kernel.Space.volume()) /
                  double(P.Whole.Two.Kernel.Space.volume());
  return Moved / Compulsory;
}

} // namespace roofline
