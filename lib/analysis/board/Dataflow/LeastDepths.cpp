// The least depth of each FIFO of a network.
#include "roofline/Dataflow/LeastDepths.h"

#include <algorithm>
#include <numeric>

namespace roofline {
namespace {

/// Cycles of a curve's points, over the fewest.
constexpr double CurveSteps[] = {4, 2, 1.5, 1.25, 1.1, 1.05, 1.02};

uint64_t bitsOf(const Fifo &F) {
  return F.IsFixed ? 0 : F.Depth * F.Lanes * F.Bits;
}

class DepthSearch {
public:
  DepthSearch(DataflowNetwork &N, uint64_t MostCycles, uint64_t MaxEvents)
      : N(N), MostCycles(MostCycles), Left(MaxEvents) {}

  DataflowRun run() {
    const DataflowRun R = runDataflow(N, {1, true, Left, MostCycles});
    IsExhausted |= R.IsGivenUp && Left && R.NumEvents >= Left;
    if (Left)
      Left = std::max<uint64_t>(1, Left - std::min(Left, R.NumEvents));
    return R;
  }

  bool isEnough() {
    const DataflowRun R = run();
    return !R.IsGivenUp && !R.isDeadlock();
  }

  /// Gives each FIFO a depth with which it is never full.
  void fill() {
    for (uint32_t F = 0; F < N.Fifos.size(); ++F)
      if (!N.Fifos[F].IsFixed)
        N.Fifos[F].Depth = std::max<uint64_t>(1, tokensOf(N, F, true));
    const DataflowRun R = run();
    for (uint32_t F = 0; F < N.Fifos.size(); ++F)
      if (!N.Fifos[F].IsFixed)
        N.Fifos[F].Depth = std::max<uint64_t>(1, R.Peaks[F]);
  }

  void shorten(Fifo &F) {
    uint64_t Bad = 0, Good = F.Depth;
    auto Try = [&](uint64_t Depth) {
      F.Depth = Depth;
      (isEnough() ? Good : Bad) = Depth;
    };
    // Most FIFOs need little: look there first.
    for (uint64_t Depth = 1; Depth < Good && Good - Bad > 1; Depth *= 2)
      Try(Depth);
    while (Good - Bad > 1 && !IsExhausted)
      Try(Bad + (Good - Bad) / 2);
    F.Depth = Good;
  }

  bool IsExhausted = false; ///< the events were too few

private:
  DataflowNetwork &N;
  uint64_t MostCycles, Left;
};

} // namespace

uint64_t bitsOf(const DataflowNetwork &N) {
  uint64_t Bits = 0;
  for (const Fifo &F : N.Fifos)
    Bits += bitsOf(F);
  return Bits;
}

std::optional<LeastDepths> leastDepths(DataflowNetwork N, uint64_t MostCycles,
                                       uint64_t MaxEvents) {
  DepthSearch Search(N, MostCycles, MaxEvents);
  Search.fill();
  if (!Search.isEnough() || Search.IsExhausted)
    return std::nullopt;
  // The largest first: it has most to lose.
  std::vector<size_t> Order(N.Fifos.size());
  std::iota(Order.begin(), Order.end(), size_t(0));
  std::ranges::stable_sort(Order, std::greater<>(),
                           [&](size_t F) { return bitsOf(N.Fifos[F]); });
  for (size_t F : Order)
    if (!N.Fifos[F].IsFixed)
      Search.shorten(N.Fifos[F]);
  if (Search.IsExhausted)
    return std::nullopt;
  LeastDepths Result;
  for (const Fifo &F : N.Fifos)
    Result.Depths.push_back(F.Depth);
  Result.Cycles = runDataflow(N).Cycles;
  Result.Bits = bitsOf(N);
  return Result;
}

std::vector<LeastDepths> depthCurve(const DataflowNetwork &N,
                                    uint64_t MaxEvents) {
  DataflowNetwork Deep = N;
  DepthSearch Search(Deep, UINT64_MAX, MaxEvents);
  Search.fill();
  const DataflowRun Fastest = Search.run();
  if (Fastest.IsGivenUp || Fastest.isDeadlock())
    return {};
  std::vector<LeastDepths> Curve;
  auto Add = [&](uint64_t MostCycles) {
    std::optional<LeastDepths> D = leastDepths(N, MostCycles, MaxEvents);
    if (!D || (!Curve.empty() && D->Cycles >= Curve.back().Cycles))
      return;
    while (!Curve.empty() && Curve.back().Bits >= D->Bits)
      Curve.pop_back();
    Curve.push_back(std::move(*D));
  };
  for (double Step : CurveSteps)
    Add(uint64_t(double(Fastest.Cycles) * Step));
  Add(Fastest.Cycles);
  return Curve;
}

} // namespace roofline
