// CPU time and allocations of pricing designs of stream kernels.
//
/// \file
/// Prints the median of nine rounds of price() over changing designs, then one
/// search; fails where price() allocates. Try: bench-explore [PRICES]
#include "StreamKernelBuilder.h"

#include "roofline/Explore/StreamSearch.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <new>

static size_t NumAllocations = 0;

void *operator new(size_t Size) {
  ++NumAllocations;
  if (void *Memory = std::malloc(Size ? Size : 1))
    return Memory;
  std::abort();
}
void operator delete(void *Memory) noexcept { std::free(Memory); }
void operator delete(void *Memory, size_t) noexcept { std::free(Memory); }

using namespace roofline;

namespace {

constexpr double TargetNanoseconds = 1000;

/// [ns] of the processor, whatever else runs on it.
double now() { return 1e9 * double(std::clock()) / CLOCKS_PER_SEC; }

StreamPricing pricingOf(StreamKernel K) {
  StreamPlatform On;
  On.Clock = Hertz(200e6);
  On.Memory = BytesPerSecond(20e9);
  On.Host = BytesPerSecond(3e9);
  On.MemoryBlockBits = 36864;
  On.Available = {3e5, 6e5, 3000, 1400, 0};
  return makePricing(
      std::move(K), On, [](const StreamKernel &, const StreamDesign &D) {
        double Units = double(D.Lanes) * D.Vector;
        return std::optional(FabricResources{500 + 300 * Units, 800 * Units,
                                             2 * Units, double(D.Lanes), 0});
      });
}

struct Measured {
  double Nanoseconds = 0; ///< [ns] per price, median of the rounds
  size_t Allocations = 0; ///< in all rounds
  double Checksum = 0;    ///< keeps the calls from being optimised away
};

Measured measure(const StreamPricing &P, uint64_t Prices) {
  Measured Result;
  std::array<double, 9> Rounds;
  const size_t Before = NumAllocations;
  for (double &Round : Rounds) {
    double Start = now();
    for (uint64_t I = 0; I < Prices; ++I) {
      StreamDesign D = {1u << I % 8, 1u << I % 5, ElementForm::Pipe,
                        MemoryForm(I % 3)};
      Result.Checksum += price(P, D).Time.value();
    }
    Round = (now() - Start) / double(Prices);
  }
  Result.Allocations = NumAllocations - Before;
  std::sort(Rounds.begin(), Rounds.end());
  Result.Nanoseconds = Rounds[Rounds.size() / 2];
  return Result;
}

void search(const char *Name, const StreamPricing &P, uint32_t MaxLanes) {
  StreamSpace Space;
  Space.MaxLanes = MaxLanes;
  Space.Padded = true;
  std::vector<ExcludedDesigns> Excluded;
  size_t All = allDesigns(P, Space, Excluded).size();
  constexpr int Searches = 1000;
  double Start = now();
  StreamSearchResult R;
  for (int I = 0; I < Searches; ++I)
    R = exploreStreams(P, Space, Objective::Time);
  double Time = (now() - Start) / Searches / 1e3;
  std::printf("%-12s %10zu designs %8llu priced %6zu in the front %10.1f us\n",
              Name, All, (unsigned long long)R.Priced, R.Front.size(), Time);
}

} // namespace

int main(int Argc, char **Argv) {
  uint64_t Prices = 200000;
  if (Argc > 1) {
    auto [End, Error] =
        std::from_chars(Argv[1], Argv[1] + std::strlen(Argv[1]), Prices);
    if (Error != std::errc() || *End || Prices == 0) {
      std::fprintf(stderr, "usage: bench-explore [PRICES]\n");
      return 1;
    }
  }
  const std::pair<const char *, StreamPricing> Kernels[] = {
      {"five-point", pricingOf(test::fivePoint(512, 512))},
      {"dot product", pricingOf(test::dotProduct(1 << 20))},
      {"saxpy", pricingOf(test::saxpy(1 << 20, 2))}};
  bool Allocates = false;
  for (const auto &[Name, P] : Kernels) {
    Measured M = measure(P, Prices);
    std::printf("%-12s %8.1f ns a price (at most %.0f), %zu allocations, "
                "checksum %.3g\n",
                Name, M.Nanoseconds, TargetNanoseconds, M.Allocations,
                M.Checksum);
    Allocates |= M.Allocations > 0;
  }
  for (const auto &[Name, P] : Kernels)
    search(Name, P, 1024);
  return Allocates;
}
