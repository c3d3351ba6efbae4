// Cycles and resources of a C++ kernel as Vitis HLS builds it.
#include "roofline/Vitis/VitisEstimate.h"

#include "Compose.h"
#include "Doubt.h"
#include "Memories.h"
#include "Resources.h"

#include <algorithm>
#include <cassert>
#include <limits>

namespace roofline {

/// Sets the least cycles of \p Whole: those with the fewest iterations of loops
/// whose number varies. The hardware is that of the greatest.
static void addLeast(const vitis::Frame &F, VitisEstimate &Whole) {
  vitis::Nest Fewest = *F.Loops;
  bool Varies = false;
  for (vitis::NestLoop &L : Fewest.Loops) {
    Varies |= L.Least < L.Most;
    L.Most = L.Least;
  }
  if (!Varies)
    return;
  vitis::Frame Short = F;
  Short.Loops = &Fewest;
  VitisEstimate E;
  vitis::composeKernel(Short, E);
  auto Lower = [](CycleRange &To, const CycleRange &From) {
    To.Least = std::min(To.Most, From.Most);
  };
  Lower(Whole.Latency, E.Latency);
  for (size_t Loop = 0; Loop < Whole.Loops.size(); ++Loop)
    Lower(Whole.Loops[Loop].Latency, E.Loops[Loop].Latency);
}

VitisEstimate estimateVitis(const KernelSummary &Kernel,
                            const VitisOptions &Options) {
  assert(Kernel.IsHls && "a function of C or C++");
  VitisEstimate E;
  E.Missing = Kernel.Unknowns;
  vitis::Nest Loops = vitis::decideNest(Kernel, Options);
  vitis::Forms Arrays = vitis::readForms(Kernel);
  vitis::Frame Frame = vitis::frameOf(Kernel, Loops, Arrays, Options);
  std::erase_if(E.Missing, [](const Unknown &U) {
    return U.K == Unknown::Kind::TripCount;
  });
  E.Missing.insert(E.Missing.end(), Loops.Missing.begin(), Loops.Missing.end());
  E.Missing.insert(E.Missing.end(), Frame.Missing.begin(), Frame.Missing.end());
  std::vector<vitis::Part> Parts = vitis::partsOf(Frame);
  std::vector<vitis::Split> Splits = vitis::splitsOf(Frame, Parts);
  E.Doubt = vitis::buildDoubt(Frame, Parts, Splits);
  if (Options.SkipsHopeless && !E.Doubt.empty()) {
    constexpr double Never = std::numeric_limits<double>::infinity();
    E.Latency = {Never, Never};
    return E;
  }
  const std::vector<double> Ports = vitis::composeKernel(Frame, E);
  E.Arrays = vitis::describeArrays(Frame, Splits, Ports);
  addLeast(Frame, E);
  E.Resources = vitis::resourcesOf(Frame, Parts, Splits, E.Loops);
  if (E.Doubt.empty() && E.Resources.UltraRam > Options.UltraRam.value_or(1e9))
    E.Doubt = "it needs " + std::to_string(int64_t(E.Resources.UltraRam)) +
              " UltraRAM, and the device has " +
              std::to_string(int64_t(*Options.UltraRam)) + " for kernels";
  return E;
}

} // namespace roofline
