// The metrics of a measured kernel, and its place under the roofs.
#include "roofline/Measure/Measurement.h"
#include "roofline/Measure/Metrics.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <algorithm>

using namespace llvm;

namespace roofline {

/// The longest and the shortest, and the middle one.
static void deriveTimes(KernelMeasurement &M) {
  std::vector<double> Times = M.Run.Times;
  if (Times.empty())
    return;
  sort(Times);
  size_t N = Times.size();
  M.Best = Times.front();
  M.Worst = Times.back();
  M.Median = N % 2 ? Times[N / 2] : (Times[N / 2 - 1] + Times[N / 2]) / 2;
}

static void derivePower(KernelMeasurement &M) {
  M.Power = M.Run.Power.peak();
  if (!M.Power && M.PowerDeclined)
    return;
  if (!M.Power) {
    M.Missing.push_back({"power: " + M.Run.Power.Missing,
                         {},
                         "name a meter by --power-meter or --power-command"});
    return;
  }
  M.Energy = energy(Seconds(M.Median), Watts(*M.Power)).value();
  if (M.Performance && *M.Power > 0)
    M.PerWatt =
        Bounds{performancePerWatt(OperationsPerSecond(M.Performance->Least),
                                  Watts(*M.Power)),
               performancePerWatt(OperationsPerSecond(M.Performance->Most),
                                  Watts(*M.Power))};
}

void deriveMetrics(KernelMeasurement &M) {
  deriveTimes(M);
  if (M.Work && M.Median > 0) {
    Seconds T(M.Median);
    M.Performance = Bounds{performance(M.Work->Least, T).value(),
                           performance(M.Work->Most, T).value()};
  }
  // Most bytes with least work is the least intensity.
  const auto &Fewest = M.Compulsory ? M.Compulsory : M.Requested;
  const auto &Most = M.Requested ? M.Requested : M.Compulsory;
  if (M.Work && Fewest && Fewest->Least > 0)
    M.Intensity =
        Bounds{operationalIntensity(M.Work->Least, Bytes(Most->Most)),
               operationalIntensity(M.Work->Most, Bytes(Fewest->Least))};
  derivePower(M);
}

static void addRoof(KernelMeasurement &M, StringRef Name, double Rate,
                    bool IsData, StringRef Source) {
  M.Roofs.push_back({Name.str(), Rate, IsData, Source.str()});
}

static bool isUsed(const Ceiling &C, const Workload &Asked) {
  return any_of(Asked.Operations, [&](const auto &Entry) {
    const auto &[Type, Operator] = Entry.first;
    return Entry.second > 0 && is_contained(C.Types, Type) &&
           (C.Operations.empty() || is_contained(C.Operations, Operator));
  });
}

/// The best runs are held against the roofs: what reaches above one contradicts
/// the device file, or the counts.
static void findContradictions(KernelMeasurement &M) {
  for (const RoofAbove &R : M.Roofs) {
    if (R.IsData && M.Compulsory && M.Best > 0) {
      double Reached = M.Compulsory->Least / M.Best;
      if (Reached > R.Rate)
        M.Contradictions.push_back(formatv(
            "{0:f2} GB/s of bytes that are each needed once are above the roof "
            "'{1}' of {2:f2} GB/s: the buffers stay in a cache, or the device "
            "file or the bytes are wrong",
            Reached / 1e9, R.Name, R.Rate / 1e9));
    }
  }
  double Highest = 0;
  const RoofAbove *Roof = nullptr;
  for (const RoofAbove &R : M.Roofs)
    if (!R.IsData && R.Rate > Highest) {
      Highest = R.Rate;
      Roof = &R;
    }
  if (Roof && M.Work && M.Best > 0 && M.Work->Least / M.Best > Highest)
    M.Contradictions.push_back(formatv(
        "{0:f2} Gop/s are above the roof '{1}' of {2:f2} Gop/s: the device "
        "file or the operations are wrong",
        M.Work->Least / M.Best / 1e9, Roof->Name, Highest / 1e9));
}

void placeUnderRoofs(KernelMeasurement &M, const ProcessingUnit &Unit,
                     const std::optional<Workload> &Asked) {
  for (const Ceiling &C : Unit.Ceilings)
    if (!Asked || isUsed(C, *Asked)) {
      const auto &Peak = C.Peak.of(Peaks::Measured);
      addRoof(M, C.Name, Peak.Value.value(), false, Peak.Source);
    }
  for (const DataSource &S : Unit.Sources)
    if (S.Name == "external") {
      const auto &Bandwidth = S.Bandwidth.of(Peaks::Measured);
      addRoof(M, S.Name, Bandwidth.Value.value(), true, Bandwidth.Source);
    }
  const RoofAbove *Compute = nullptr, *Data = nullptr;
  for (const RoofAbove &R : M.Roofs) {
    const RoofAbove *&Kind = R.IsData ? Data : Compute;
    if (!Kind || R.Rate > Kind->Rate)
      Kind = &R;
  }
  if (Compute && Data && M.Intensity) {
    auto At = [&](double I) { return std::min(Compute->Rate, I * Data->Rate); };
    M.Attainable = Bounds{At(M.Intensity->Least), At(M.Intensity->Most)};
    M.Limit = M.Attainable->Most < Compute->Rate ? Data->Name : Compute->Name;
  }
  findContradictions(M);
}

} // namespace roofline
