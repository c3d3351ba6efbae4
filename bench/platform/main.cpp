// How long the search for a platform takes.
//
/// \file
/// Random systems whose number of mappings is (units)^(blocks); each is
/// searched on one core. Prints the slowest and the median time, and with
/// --brute-force the same for walking through all mappings, where that is
/// possible.
#include "RandomSystem.h"

#include "roofline/Explore/PlatformSearch.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>

using namespace roofline;
using Clock = std::chrono::steady_clock;

namespace {

struct Case {
  const char *What;
  RandomSystemOptions O;
  unsigned Systems;
};

double secondsSince(Clock::time_point Start) {
  return std::chrono::duration<double>(Clock::now() - Start).count();
}

/// The least risk over all mappings, one after another: what the search saves.
double walkAll(const System &S, const PlatformResult &R) {
  size_t N = S.Blocks.size(), NumUnits = R.Instances.size();
  std::vector<std::vector<double>> Risk;
  for (const PricedUnit &P : R.Prices) {
    Risk.emplace_back(size_t(1) << N, INFINITY);
    for (BlockSet B = 0; B < BlockSet(1) << N; ++B)
      if (!(B & ~P.Candidates))
        Risk.back()[B] = loadOf(P, B).risk();
  }
  std::vector<size_t> Where(N);
  std::vector<BlockSet> On(NumUnits);
  On[0] = (BlockSet(1) << N) - 1;
  double Best = INFINITY;
  for (;;) {
    double Worst = 0;
    for (size_t I = 0; I < NumUnits; ++I)
      Worst = std::max(Worst, Risk[R.Instances[I].Unit][On[I]]);
    Best = std::min(Best, Worst);
    size_t B = 0;
    for (; B < N; ++B) {
      On[Where[B]] ^= BlockSet(1) << B;
      Where[B] = Where[B] + 1 == NumUnits ? 0 : Where[B] + 1;
      On[Where[B]] ^= BlockSet(1) << B;
      if (Where[B])
        break;
    }
    if (B == N)
      return Best;
  }
}

void run(const Case &C, bool BruteForce) {
  std::vector<double> Times;
  double Mappings = 0, Walk = 0;
  size_t Front = 0, NumFeasible = 0;
  for (uint64_t Seed = 1; Seed <= C.Systems; ++Seed) {
    System S = randomSystem(Seed, C.O);
    Clock::time_point Start = Clock::now();
    PlatformResult R = choosePlatform(S, {});
    Times.push_back(secondsSince(Start));
    Front = std::max(Front, R.Front.size());
    NumFeasible += !R.Front.empty();
    Mappings = std::max(Mappings, std::pow(double(R.Instances.size()),
                                           double(S.Blocks.size())));
    if (!BruteForce ||
        std::pow(double(R.Instances.size()), double(S.Blocks.size())) > 1e8)
      continue;
    Start = Clock::now();
    double Best = walkAll(S, R);
    Walk = std::max(Walk, secondsSince(Start));
    if (!R.Front.empty() && !S.MaxCost && !S.MaxPower &&
        Best != R.Front.front().Risk)
      std::printf("DIFFERS: seed %llu: %.17g, by brute force %.17g\n",
                  (unsigned long long)Seed, R.Front.front().Risk, Best);
  }
  std::sort(Times.begin(), Times.end());
  std::printf("%-44s %8u %9.1e %9zu %6zu %10.4f %10.4f", C.What, C.Systems,
              Mappings, NumFeasible, Front, Times[Times.size() / 2],
              Times.back());
  if (Walk > 0)
    std::printf(" %10.3f", Walk);
  std::printf("\n");
  std::fflush(stdout);
}

RandomSystemOptions options(unsigned Blocks, unsigned Units, unsigned MaxCount,
                            double Load, double Edges, double Limits,
                            double Typed) {
  return {Blocks, Units, MaxCount, Load, Edges, Limits, Typed};
}

} // namespace

int main(int argc, char **argv) {
  bool BruteForce = argc > 1 && !std::strcmp(argv[1], "--brute-force");
  const Case Cases[] = {
      {"7 blocks, 10 units", options(7, 10, 1, 2, 0.3, 0, 0), 10},
      {"10 blocks, 10 units", options(10, 10, 1, 3, 0, 0, 0), 50},
      {"10 blocks, 10 units, edges", options(10, 10, 1, 3, 0.3, 0, 0), 50},
      {"10 blocks, 10 units, every pair an edge",
       options(10, 10, 1, 2, 1, 0, 0), 20},
      {"10 blocks, 10 units, edges, limits, types",
       options(10, 10, 1, 2, 0.3, 1, 0.2), 50},
      {"10 blocks, 10 units, hardly any load",
       options(10, 10, 1, 0.1, 0.3, 0, 0), 50},
      {"10 blocks, up to 30 units of 10 kinds",
       options(10, 10, 3, 3, 0.3, 0, 0), 10},
      {"10 blocks, 16 units", options(10, 16, 1, 3, 0.1, 0, 0), 5},
      {"10 blocks, 16 units, limits", options(10, 16, 1, 2, 0.1, 1, 0), 5},
      {"12 blocks, 12 units", options(12, 12, 1, 3, 0.2, 0, 0), 5},
      {"14 blocks, 10 units", options(14, 10, 1, 3, 0.1, 0, 0), 3},
      {"14 blocks, 16 units", options(14, 16, 1, 3, 0.1, 0, 0), 3},
      {"14 blocks, 16 units, hardly any load",
       options(14, 16, 1, 0.1, 0.3, 0, 0), 3},
      {"14 blocks, up to 32 units of 16 kinds",
       options(14, 16, 2, 3, 0.3, 0, 0), 3},
      {"14 blocks, 16 units, edges, limits", options(14, 16, 1, 3, 0.3, 1, 0),
       3},
  };
  std::printf("%-44s %8s %9s %9s %6s %10s %10s%s\n", "systems by chance",
              "systems", "mappings", "feasible", "front", "median [s]",
              "worst [s]", BruteForce ? "  walk all [s]" : "");
  for (const Case &C : Cases)
    run(C, BruteForce);
}
