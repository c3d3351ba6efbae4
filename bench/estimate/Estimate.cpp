// Time and allocations of one call of the model.
//
/// \file
/// Prices the matrix product of HPCA16 section 6.3 (one loop, three accesses)
/// and its Algorithm 1 in both forms of the model, over changing designs.
/// Prints the median of nine rounds; fails where estimate() allocates. Try:
/// bench-estimate [CALLS]
#include "TestKernels.h"

#include "roofline/Model/Estimate.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
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
using Clock = std::chrono::steady_clock;

namespace {

constexpr double TargetNanoseconds = 2000;

struct Measured {
  double Nanoseconds = 0; ///< [ns] per call, median of the rounds
  size_t Allocations = 0; ///< in all rounds
  double Checksum = 0;    ///< keeps the calls from being optimised away
};

Measured measure(const KernelSummary &Kernel, const Launch &L, ModelForm Form,
                 uint64_t Calls) {
  const Device Board = test::roundBoard();
  const BoundKernel Bound = bindKernel(Kernel, L, Board);
  const std::optional<Utilization> Used = Utilization{0.5, 0.4, 0.3};
  Design D = sourceDesign(Bound);
  Estimate Out = makeEstimate(Bound);
  Measured Result;
  std::array<double, 9> Rounds;
  const size_t Before = NumAllocations;
  for (double &Round : Rounds) {
    Clock::time_point Start = Clock::now();
    for (uint64_t I = 0; I < Calls; ++I) {
      D.Unroll[0] = 1 + I % 16;
      D.Simd = 1u << I % 3;
      D.ComputeUnits = 1 + I % 4;
      estimate(Bound, D, Form, Used, Board, Out);
      Result.Checksum += Out.Total.value();
    }
    Round =
        std::chrono::duration<double, std::nano>(Clock::now() - Start).count() /
        double(Calls);
  }
  Result.Allocations = NumAllocations - Before;
  std::sort(Rounds.begin(), Rounds.end());
  Result.Nanoseconds = Rounds[Rounds.size() / 2];
  return Result;
}

} // namespace

int main(int Argc, char **Argv) {
  uint64_t Calls = 200000;
  if (Argc > 1) {
    auto [End, Error] =
        std::from_chars(Argv[1], Argv[1] + std::strlen(Argv[1]), Calls);
    if (Error != std::errc() || *End || Calls == 0) {
      std::fprintf(stderr, "bench-estimate: '%s' is not a number of calls\n",
                   Argv[1]);
      return 1;
    }
  }
  const struct {
    const char *Name;
    KernelSummary Kernel;
    Launch L;
  } Cases[] = {{"mm", test::matrixMultiply(), test::launchMatrixMultiply(2048)},
               {"algorithm1", test::algorithm1(), test::launch1D(1 << 20)}};
  std::printf("%-12s %-16s %12s %14s %12s\n", "kernel", "model", "ns per call",
              "target [ns]", "allocations");
  bool Allocates = false;
  for (const auto &Case : Cases)
    for (ModelForm Form : {ModelForm::Hpca16, ModelForm::Hpca16Repaired}) {
      Measured M = measure(Case.Kernel, Case.L, Form, Calls);
      std::printf("%-12s %-16s %12.1f %14.0f %12zu\n", Case.Name,
                  Form == ModelForm::Hpca16 ? "hpca16" : "hpca16-repaired",
                  M.Nanoseconds, TargetNanoseconds, M.Allocations);
      Allocates |= M.Allocations != 0 || !(M.Checksum > 0);
    }
  return Allocates;
}
