// Ranges of launch values that a core takes, and cores of single ones.
#include "roofline/Verify/SizedCore.h"

#include "roofline/Canonical/ErrorAt.h"
#include "roofline/Core/SizeForms.h"

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
  Expected<SizedKernel> Kernel =
      SizedKernel::recognize(M, Origin.K.Name, Temporaries, Origin.L);
  if (!Kernel)
    return Kernel.takeError();
  SizedCore Core(Origin, std::move(*Kernel));
  Core.findRanges();
  return Core;
}

bool SizedCore::fits(const Values &At) const {
  Expected<KernelSizes> Sizes = Kernel.at(At);
  if (!Sizes) {
    consumeError(Sizes.takeError());
    return false;
  }
  return !whyNotSizes(Origin.K, Origin.Design, Origin.Masters, *Sizes);
}

/// The values have to be multiples of what divides rows into vectors. The least
/// ones, all together, are those from which on the core's parts are as for the
/// greatest ones.
void SizedCore::findRanges() {
  const Values &Most = Origin.K.Sizes[0].Values;
  for (size_t V = 0; V < Most.size(); ++V) {
    int64_t Multiple = 1;
    auto Fewer = [&] {
      Values At = Most;
      At[V] -= Multiple;
      return At;
    };
    while (Multiple < Origin.Design.Vector && !fits(Fewer()))
      Multiple *= 2;
    Ranges.push_back({Most[V], Most[V], Multiple});
  }
  constexpr int64_t MostTries = 64;
  auto Least = [&] {
    Values At;
    for (const SizeRange &R : Ranges)
      At.push_back(R.Least);
    return At;
  };
  auto Lower = [&](SizeRange &R, int64_t Steps) {
    R.Least = std::min(R.Most, R.Multiple * Steps);
  };
  for (int64_t Steps = 1; Steps <= MostTries; ++Steps) {
    for (SizeRange &R : Ranges)
      Lower(R, Steps);
    if (fits(Least()))
      break;
    for (size_t V = 0; V < Most.size(); ++V)
      Ranges[V].Least = Origin.K.Sizes.back().Values[V]; // one that is known
  }
  for (SizeRange &R : Ranges) {
    const int64_t Known = R.Least;
    for (int64_t Steps = 1; R.Multiple * Steps < Known; ++Steps) {
      Lower(R, Steps);
      if (fits(Least()))
        break;
      R.Least = Known;
    }
  }
}

Expected<CoreOrigin> SizedCore::at(const Values &At) const {
  Expected<KernelSizes> Sizes = Kernel.at(At);
  if (!Sizes)
    return Sizes.takeError();
  if (auto Why = whyNotSizes(Origin.K, Origin.Design, Origin.Masters, *Sizes))
    return errorAt(Origin.K.Loc, *Why);
  CoreOrigin One = Origin;
  One.K = withSizes(Origin.K, *Sizes);
  One.L = withValues(Origin.L, At);
  One.L.Maxima.clear();
  One.Cost.reset();
  return One;
}

std::vector<Values> SizedCore::samples(size_t Count, int64_t Positions,
                                       uint64_t Seed) const {
  std::mt19937_64 Random(Seed);
  std::vector<Values> All;
  const size_t MostTries = 8 * Count;
  for (size_t Try = 0; Try < MostTries && All.size() < Count; ++Try) {
    Values At;
    for (const SizeRange &R : Ranges) {
      // Small ones as often as large ones.
      const double Part = Try == 0 ? 0 : double(Random() >> 11) * 0x1p-53;
      const double Value =
          double(R.Least) * std::pow(double(R.Most) / double(R.Least), Part);
      const int64_t Steps = (int64_t(Value) - R.Least) / R.Multiple;
      At.push_back(R.Least + Steps * R.Multiple);
    }
    Expected<KernelSizes> Sizes = Kernel.at(At);
    if (!Sizes) {
      consumeError(Sizes.takeError());
      continue;
    }
    if (Sizes->Space.volume() <= Positions &&
        std::find(All.begin(), All.end(), At) == All.end())
      All.push_back(std::move(At));
  }
  return All;
}

} // namespace roofline
