// Variants of a stream kernel under their roofs. Source: TYTRA17 Fig. 15.
#include "roofline/DesignReport/StreamPlot.h"

#include "llvm/ADT/STLExtras.h"

#include <cmath>

using namespace llvm;

namespace roofline {

constexpr size_t MaxRoofs = 8;

void addVariants(PlotData &Plot, const StreamReport &R) {
  const std::string &Kernel = R.Pricing.Kernel.Name;
  const StreamPlatform &Platform = R.Pricing.Platform;
  auto Device = find_if(Plot.Devices, [&](const PlotData::Device &D) {
    return D.Name == Platform.Name;
  });
  if (Device != Plot.Devices.end()) {
    if (std::optional<double> Peak = peakRate(R))
      Device->Ceilings.push_back({"CP_PEAK of " + Kernel, *Peak, false});
    // Each design's own roof, of as many as a picture can show.
    for (const PricedDesign &D : R.Designs)
      if (R.Designs.size() <= MaxRoofs)
        Device->Ceilings.push_back(
            {"CP of " + variantText(R, D), computeRate(R, D), false});
  }
  for (const PricedDesign &D : R.Designs) {
    PlotData::Point P;
    P.Kernel = Kernel;
    P.Device = Platform.Name;
    P.Kind = "predicted";
    P.Intensity = operationIntensity(R, D);
    if (!std::isfinite(P.Intensity)) // no streams: no place under the slope
      continue;
    P.Performance = operationRate(R, D);
    if (Platform.Power)
      P.Power = Platform.Power->value();
    P.Time = D.Price.Time.value();
    P.Label = variantText(R, D);
    Plot.Points.push_back(std::move(P));
  }
}

void addSteps(PlotData &Plot, const StencilReport &R) {
  const StreamPricing &One = R.Pricing.One;
  const double Operations = One.Work.WorkItems * One.Work.Operations;
  for (const StencilDesign &D : R.BySteps) {
    const double Bytes = D.Price.Pass.Memory.value() * double(D.Price.Blocks) *
                         One.Platform.Memory.value();
    PlotData::Point P;
    P.Kernel = One.Kernel.Name;
    P.Device = One.Platform.Name;
    P.Kind = "predicted";
    P.Intensity = Operations * D.Design.Steps / Bytes;
    P.Performance =
        Operations * double(R.Pricing.Loop.Steps) / D.Price.time().value();
    if (One.Platform.Power)
      P.Power = One.Platform.Power->value();
    P.Time = D.Price.time().value();
    P.Label = variantText(R, D);
    Plot.Points.push_back(std::move(P));
  }
}

} // namespace roofline
