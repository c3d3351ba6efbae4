// CPU time and allocations of pricing designs of stream kernels.
//
/// \file
/// Prints the median of nine rounds of price() over changing designs, then one
/// search; fails where price() allocates. Try: bench-explore [PRICES]
#include "Rounds.h"
#include "StreamKernelBuilder.h"

#include "roofline/StreamSearch/StreamSearch.h"

#include <cstdio>

using namespace roofline;
using namespace roofline::bench;

namespace {

constexpr double TargetNanoseconds = 1000;

StreamPricing pricingOf(StreamKernel K) {
  StreamPlatform Platform;
  Platform.Clock = Hertz(200e6);
  Platform.Memory = BytesPerSecond(20e9);
  Platform.Host = BytesPerSecond(3e9);
  Platform.MemoryBlockBits = 36864;
  Platform.Available = {3e5, 6e5, 3000, 1400, 0};
  return makePricing(
      std::move(K), Platform, [](const StreamKernel &, const StreamDesign &D) {
        double Units = double(D.Lanes) * D.Vector;
        return std::optional(FabricResources{500 + 300 * Units, 800 * Units,
                                             2 * Units, double(D.Lanes), 0});
      });
}

void search(const char *Name, const StreamPricing &P, uint32_t MaxLanes) {
  StreamSpace Space;
  Space.MaxLanes = MaxLanes;
  Space.Padded = true;
  std::vector<ExcludedDesigns> Excluded;
  size_t All = allDesigns(P, Space, Excluded).size();
  constexpr int Searches = 1000;
  double Start = processorTime();
  StreamSearchResult R;
  for (int I = 0; I < Searches; ++I)
    R = exploreStreams(P, Space, Objective::Time);
  double Time = (processorTime() - Start) / Searches / 1e3;
  std::printf("%-12s %10zu designs %8llu priced %6zu in the front %10.1f us\n",
              Name, All, (unsigned long long)R.Priced, R.Front.size(), Time);
}

} // namespace

int main(int Argc, char **Argv) {
  const std::optional<uint64_t> Prices = countArgument(Argc, Argv, 200000);
  if (!Prices)
    return 1;
  const std::pair<const char *, StreamPricing> Kernels[] = {
      {"five-point", pricingOf(test::fivePoint(512, 512))},
      {"dot product", pricingOf(test::dotProduct(1 << 20))},
      {"saxpy", pricingOf(test::saxpy(1 << 20, 2))}};
  bool Allocates = false;
  for (const auto &[Name, P] : Kernels) {
    double Checksum = 0; // keeps the calls from being optimised away
    Rounds R = measureRounds(*Prices, [&](uint64_t I) {
      StreamDesign D = {1u << I % 8, 1u << I % 5, ElementForm::Pipe,
                        MemoryForm(I % 3)};
      Checksum += price(P, D).Time.value();
    });
    std::printf("%-12s %8.1f ns a price (at most %.0f), %zu allocations, "
                "checksum %.3g\n",
                Name, R.Nanoseconds, TargetNanoseconds, R.Allocations,
                Checksum);
    Allocates |= R.Allocations > 0;
  }
  for (const auto &[Name, P] : Kernels)
    search(Name, P, 1024);
  return Allocates;
}
