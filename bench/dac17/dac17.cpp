// DAC17's comparison from one set of parameters: the best overlapped, piped and
// balanced design of each of its benchmarks. README.md says what is assumed.
#include "roofline/Dac17/Dac17.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

using namespace roofline;

namespace {

struct Benchmark {
  const char *Name;
  StencilFeatures Features;
  std::vector<uint32_t> Kernels;
};

/// Source: DAC17 Table 2; reach 1 on each side, FDTD's over all its fields.
std::vector<Benchmark> benchmarks() {
  auto Of = [](const char *Name, std::vector<double> Lengths, uint64_t Steps,
               double Iterated, double Constant) {
    StencilFeatures S;
    S.Reaches.assign(Lengths.size(), {1, 1});
    S.Lengths = std::move(Lengths);
    S.Steps = Steps;
    S.Iterated = Iterated;
    S.Constant = Constant;
    const std::vector<uint32_t> Kernels[] = {{16}, {4, 4}, {2, 2, 4}};
    return Benchmark{Name, S, Kernels[S.Lengths.size() - 1]};
  };
  return {Of("Jacobi-1D", {131072}, 1024, 1, 0),
          Of("Jacobi-2D", {2048, 2048}, 1024, 1, 0),
          Of("Jacobi-3D", {1024, 1024, 1024}, 1024, 1, 0),
          Of("HotSpot-2D", {4096, 4096}, 1000, 1, 1),
          Of("HotSpot-3D", {128, 4096, 4096}, 1000, 1, 1),
          Of("FDTD-2D", {2048, 2048}, 500, 3, 0),
          Of("FDTD-3D", {2048, 2048, 2048}, 500, 6, 0)};
}

std::string textOf(const ConeDesign &D) {
  std::string Text;
  for (const std::vector<double> &Row : D.Tiles) {
    char Part[48];
    if (Row.front() == Row[Row.size() / 2])
      std::snprintf(Part, sizeof Part, "%g", Row.front());
    else
      std::snprintf(Part, sizeof Part, "%.1f|%.1f", Row.front(),
                    Row[Row.size() / 2]);
    Text += (Text.empty() ? "" : " x ") + std::string(Part);
  }
  return Text;
}

} // namespace

int main() {
  ConeMachine M;
  M.Bandwidth = 400; // 10 GB/s at 200 MHz
  M.Elements = 6;
  M.Launch = 2000;
  std::printf("%-12s %6s %6s   %4s %5s %5s   %s\n", "", "pipes", "+tiles", "h",
              "pipes", "tiles", "tiles: overlapped; balanced");
  double Pipes = 0, Tiles = 0;
  int Number = 0, Grown = 0;
  bool IsInRange = true;
  for (const Benchmark &B : benchmarks()) {
    ConeSpace Space{B.Kernels, 512, std::floor(0.8 * 1470), 36864};
    const BestCone Before =
        bestCone(B.Features, M, Space, ConeKind::Overlapped);
    Space.MostBlocks = Before.Blocks;
    const BestCone Piped = bestCone(B.Features, M, Space, ConeKind::Piped);
    const BestCone After = bestCone(B.Features, M, Space, ConeKind::Balanced);
    const double ByPipes = Before.Cycles / Piped.Cycles,
                 ByTiles = Before.Cycles / After.Cycles;
    std::printf("%-12s %6.2f %6.2f   %4u %5u %5u   %s; %s\n", B.Name, ByPipes,
                ByTiles, Before.Design.Fused, Piped.Design.Fused,
                After.Design.Fused, textOf(Before.Design).c_str(),
                textOf(After.Design).c_str());
    std::fflush(stdout);
    Pipes += ByPipes;
    Tiles += ByTiles;
    Grown += After.Design.Fused > Before.Design.Fused;
    IsInRange &= ByTiles >= 1.0 && ByTiles <= 2.2;
    ++Number;
  }
  std::printf("%-12s %6.2f %6.2f\n", "mean", Pipes / Number, Tiles / Number);
  std::printf("%-12s %6.2f %6.2f   1.19 to 2.05\n", "published", 1.49, 1.65);
  const bool IsNear = std::abs(Pipes / Number / 1.49 - 1) <= 0.05 &&
                      std::abs(Tiles / Number / 1.65 - 1) <= 0.05;
  std::printf(
      "means within 5 %%: %s; all from 1.0 to 2.2: %s; h grows in %d of "
      "%d\n",
      IsNear ? "yes" : "no", IsInRange ? "yes" : "no", Grown, Number);
  return IsInRange && Grown >= 6 ? 0 : 1;
}
