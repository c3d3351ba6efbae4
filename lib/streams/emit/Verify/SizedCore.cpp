// Ranges of launch values that a core takes, and cores of single ones.
#include "roofline/Verify/SizedCore.h"

#include "roofline/Canonical/ErrorAt.h"
#include "roofline/Core/SizeForms.h"
#include "roofline/Verify/LargeLaunch.h"
#include "roofline/Verify/RunOriginal.h"

#include <algorithm>
#include <cmath>
#include <random>

using namespace llvm;

namespace roofline {

using Values = std::vector<int64_t>;

Expected<SizedCore> SizedCore::of(const Module &M, const CoreOrigin &Origin) {
  std::vector<std::string> Temporaries;
  for (const Stream &S : Origin.K.Temporaries)
    Temporaries.push_back(S.Name);
  Expected<SizedKernel> Kernel = SizedKernel::recognize(
      M, Origin.K.Name, Temporaries, Origin.L, Origin.Design.Vector);
  if (!Kernel)
    return Kernel.takeError();
  SizedCore Core(Origin, std::move(*Kernel));
  if (Error E = Core.findRanges())
    return E;
  return Core;
}

/// An error where the kernel for \p Point is another one: where it is not
/// written in the same way, it has to compute the same of random data.
Expected<KernelSizes> SizedCore::sizesAt(const Values &Point) const {
  Expected<SizedKernel::Other> Other = Kernel.at(Point);
  if (!Other)
    return Other.takeError();
  const StreamKernel One = withSizes(Kernel.kernel(), Other->Sizes);
  for (uint64_t Seed = 1; !Other->IsSame && Seed <= 2; ++Seed) {
    const StreamMemory Before = randomMemory(One, Seed);
    StreamMemory Is = Before, Be = Before;
    if (!isLargeLaunch(One)) {
      evaluate(Other->K, Is);
      evaluate(One, Be);
    }
    if (isLargeLaunch(One) || firstDifference(One, Is, Be))
      return errorAt(One.Loc, "kernel '" + One.Name + "' is another one for " +
                                  sizesText(Origin.K, Point) +
                                  " than for neighbouring sizes");
  }
  if (!followsSizes(Origin.K, Other->Sizes))
    return errorAt(One.Loc, "kernel '" + One.Name +
                                "' walks in another way for " +
                                sizesText(Origin.K, Point) +
                                " than for neighbouring sizes");
  return std::move(Other->Sizes);
}

/// An error where the core is not for \p Point, or has other parts then.
Error SizedCore::check(const Values &Point) const {
  Expected<KernelSizes> Sizes = sizesAt(Point);
  if (!Sizes)
    return Sizes.takeError();
  if (auto Why = whyNotSizes(Origin.K, Origin.Design, Origin.Masters, *Sizes))
    return errorAt(Origin.K.Loc, *Why);
  return Error::success();
}

bool SizedCore::fits(const Values &Point) const {
  Error E = check(Point);
  const bool Fits = !E;
  consumeError(std::move(E));
  return Fits;
}

/// Whether the core is for all corners of the ranges: what compares polynomials
/// of the values comes out in one way between them then.
bool SizedCore::cornersFit() const {
  for (size_t Corner = 0; Corner < size_t(1) << Ranges.size(); ++Corner) {
    Values Point;
    for (size_t V = 0; V < Ranges.size(); ++V)
      Point.push_back(Corner >> V & 1 ? Ranges[V].Most : Ranges[V].Least);
    if (!fits(Point))
      return false;
  }
  return true;
}

/// The least number from 1 to \p Most for which \p Holds, which it does for
/// \p Most; where it does not grow with the number, one of them.
template <typename HoldsFn>
static int64_t leastOf(int64_t Most, HoldsFn Holds) {
  int64_t Least = 1;
  while (Least < Most) {
    const int64_t Middle = Least + (Most - Least) / 2;
    if (Holds(Middle))
      Most = Middle;
    else
      Least = Middle + 1;
  }
  return Most;
}

/// The values have to be multiples of what divides rows into vectors, and of
/// work-groups. The least ones, first all together and then each, are those
/// from which on the core's parts are as for the greatest ones, whatever the
/// others are.
Error SizedCore::findRanges() {
  const Values &Most = Origin.K.Sizes[0].Values;
  for (size_t V = 0; V < Most.size(); ++V) {
    bool IsFree = !Origin.L.Local;
    for (int64_t Below : {1, 2, 3}) {
      Values Point = Most;
      Point[V] -= Below;
      IsFree = IsFree && fits(Point);
    }
    const int64_t Multiple = IsFree ? 1 : Kernel.steps()[V];
    Ranges.push_back({Most[V], Most[V], Multiple});
  }
  auto Set = [&](SizeRange &R, int64_t Steps) {
    R.Least = std::min(R.Most / R.Multiple, Steps) * R.Multiple;
  };
  int64_t MostSteps = 1;
  for (const SizeRange &R : Ranges)
    MostSteps = std::max(MostSteps, R.Most / R.Multiple);
  const int64_t Together = leastOf(MostSteps, [&](int64_t Steps) {
    for (SizeRange &R : Ranges)
      Set(R, Steps);
    return cornersFit();
  });
  for (SizeRange &R : Ranges)
    Set(R, Together);
  for (SizeRange &R : Ranges)
    Set(R, leastOf(R.Least / R.Multiple, [&](int64_t Steps) {
          Set(R, Steps);
          return cornersFit();
        }));
  // Between the corners parts may happen to be equal, as two steps that are
  // compared; the kernel has to be the same one.
  constexpr size_t Between = 12;
  const std::vector<Values> Others = between(Between, 1);
  std::vector<Values> All = Others;
  // Powers of two and three times them are where others differ.
  for (size_t V = 0; V < Ranges.size(); ++V)
    for (int64_t Power = 1; Power <= Most[V]; Power *= 2)
      for (int64_t Value : {Power, 3 * Power})
        if (Value >= Ranges[V].Least && Value <= Ranges[V].Most &&
            Value % Ranges[V].Multiple == 0) {
          Values Point = Others[All.size() % Others.size()];
          Point[V] = Value;
          All.push_back(std::move(Point));
        }
  for (const Values &Point : All)
    if (Expected<KernelSizes> Sizes = sizesAt(Point); !Sizes)
      return createStringError(
          "--max: the core is for " + sizesText(Origin.K, Most) +
          ", and not for all values below: " + toString(Sizes.takeError()));
  return Error::success();
}

/// The least values, and others by chance.
std::vector<Values> SizedCore::between(size_t Count, uint64_t Seed) const {
  std::mt19937_64 Random(Seed);
  std::vector<Values> All;
  for (size_t I = 0; I < Count; ++I) {
    Values Point;
    for (const SizeRange &R : Ranges) {
      // Small ones as often as large ones.
      const double Part = I == 0 ? 0 : double(Random() >> 11) * 0x1p-53;
      const double Value =
          double(R.Least) * std::pow(double(R.Most) / double(R.Least), Part);
      Point.push_back(R.Least +
                      (int64_t(Value) - R.Least) / R.Multiple * R.Multiple);
    }
    if (std::find(All.begin(), All.end(), Point) == All.end())
      All.push_back(std::move(Point));
  }
  return All;
}

Expected<CoreOrigin> SizedCore::at(const Values &Point) const {
  Expected<KernelSizes> Sizes = sizesAt(Point);
  if (!Sizes)
    return Sizes.takeError();
  CoreOrigin One = Origin;
  One.K = withSizes(Origin.K, *Sizes);
  One.L = withValues(Origin.L, Point);
  One.L.Maxima.clear();
  One.Cost.reset();
  return One;
}

std::vector<Values> SizedCore::samples(size_t Count, int64_t Positions,
                                       uint64_t Seed) const {
  std::vector<Values> All;
  const size_t Tries = 8 * Count;
  for (Values &Point : between(Tries, Seed)) {
    if (All.size() == Count)
      break;
    Expected<KernelSizes> Sizes = sizesAt(Point);
    if (!Sizes) { // at() of these tells it
      consumeError(Sizes.takeError());
      All.push_back(std::move(Point));
    } else if (Sizes->Space.volume() <= Positions) {
      All.push_back(std::move(Point));
    }
  }
  return All;
}

} // namespace roofline
