// The least depth of each FIFO of a network.
#include "roofline/Dataflow/LeastDepths.h"

#include <algorithm>
#include <numeric>

namespace roofline {
namespace {

/// Cycles of a curve's points, over the fewest.
constexpr double CurveSteps[] = {4, 2, 1.5, 1.25, 1.1, 1.05, 1.02};

uint64_t bitsOf(const Fifo &F) { return F.Depth * F.Lanes * F.Bits; }

class DepthSearch {
public:
  DepthSearch(DataflowNetwork &N, uint64_t MostCycles, uint64_t MaxEvents)
      : N(N), Options{1, true, MaxEvents, MostCycles} {}

  bool isEnough() const {
    const DataflowRun R = runDataflow(N, Options);
    return !R.IsGivenUp && !R.isDeadlock();
  }

  /// Gives each FIFO a depth with which it is never full.
  void fill() {
    for (uint32_t F = 0; F < N.Fifos.size(); ++F)
      N.Fifos[F].Depth = std::max<uint64_t>(1, tokensOf(N, F, true));
    const DataflowRun R = runDataflow(N, Options);
    for (uint32_t F = 0; F < N.Fifos.size(); ++F)
      N.Fifos[F].Depth = std::max<uint64_t>(1, R.Peaks[F]);
  }

  void shorten(Fifo &F) {
    uint64_t Bad = 0, Good = F.Depth;
    // Most FIFOs need little: look there first.
    for (uint64_t Try = 1; Try < Good && Good - Bad > 1; Try *= 2) {
      F.Depth = Try;
      (isEnough() ? Good : Bad) = Try;
    }
    while (Good - Bad > 1) {
      F.Depth = Bad + (Good - Bad) / 2;
      (isEnough() ? Good : Bad) = F.Depth;
    }
    F.Depth = Good;
  }

private:
  DataflowNetwork &N;
  DataflowRunOptions Options;
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
  if (!Search.isEnough())
    return std::nullopt;
  // The largest first: it has most to lose.
  std::vector<size_t> Order(N.Fifos.size());
  std::iota(Order.begin(), Order.end(), size_t(0));
  std::ranges::stable_sort(Order, std::greater<>(),
                           [&](size_t F) { return bitsOf(N.Fifos[F]); });
  for (size_t F : Order)
    Search.shorten(N.Fifos[F]);
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
  DepthSearch(Deep, UINT64_MAX, MaxEvents).fill();
  const DataflowRun Fastest = runDataflow(Deep, {1, true, MaxEvents, 0});
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
