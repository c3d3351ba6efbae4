// Time and allocations of one call of the model.
//
/// \file
/// Prices the matrix product of HPCA16 section 6.3 (one loop, three accesses)
/// and its Algorithm 1 in both forms of the model, over changing designs.
/// Prints the median of nine rounds; fails where estimate() allocates. Try:
/// bench-estimate [CALLS]
#include "roofline/Hpca16/Estimate.h"

#include "Rounds.h"
#include "TestKernels.h"

#include <cstdio>

using namespace roofline;
using namespace roofline::bench;

namespace {

constexpr double TargetNanoseconds = 2000;

struct Measured : Rounds {
  double Checksum = 0; ///< keeps the calls from being optimised away
};

Measured measure(const KernelSummary &Kernel, const Launch &L, ModelForm Form,
                 uint64_t Calls) {
  const Device Board = test::roundBoard();
  const BoundKernel Bound = bindKernel(Kernel, L, Board);
  const std::optional<Utilization> Used = Utilization{0.5, 0.4, 0.3};
  Design D = sourceDesign(Bound);
  Estimate Out = makeEstimate(Bound);
  double Checksum = 0;
  Rounds R = measureRounds(Calls, [&](uint64_t I) {
    D.Unroll[0] = 1 + I % 16;
    D.Simd = 1u << I % 3;
    D.ComputeUnits = 1 + I % 4;
    estimate(Bound, D, Form, Used, Board, Out);
    Checksum += Out.Total.value();
  });
  return {R, Checksum};
}

} // namespace

int main(int Argc, char **Argv) {
  const std::optional<uint64_t> Calls = countArgument(Argc, Argv, 200000);
  if (!Calls)
    return 1;
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
      Measured M = measure(Case.Kernel, Case.L, Form, *Calls);
      std::printf("%-12s %-16s %12.1f %14.0f %12zu\n", Case.Name,
                  Form == ModelForm::Hpca16 ? "hpca16" : "hpca16-repaired",
                  M.Nanoseconds, TargetNanoseconds, M.Allocations);
      Allocates |= M.Allocations != 0 || !(M.Checksum > 0);
    }
  return Allocates;
}
