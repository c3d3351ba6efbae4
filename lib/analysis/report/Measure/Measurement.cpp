// The metrics of a measured kernel, and its place under the roofs.
#include "roofline/Measure/Measurement.h"

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
  Watts P(*M.Power);
  M.Energy = energy(Seconds(M.Median), P).value();
  if (M.Performance && *M.Power > 0)
    M.PerWatt = Bounds{perWatt(OperationsPerSecond(M.Performance->Least), P),
                       perWatt(OperationsPerSecond(M.Performance->Most), P)};
}

void deriveMetrics(KernelMeasurement &M) {
  deriveTimes(M);
  if (M.Work && M.Median > 0) {
    Seconds T(M.Median);
    M.Performance = Bounds{achieved(M.Work->Least, T).value(),
                           achieved(M.Work->Most, T).value()};
  }
  // Most bytes with least work is the least intensity.
  const auto &Fewest = M.Compulsory ? M.Compulsory : M.Requested;
  const auto &Most = M.Requested ? M.Requested : M.Compulsory;
  if (M.Work && Fewest && Fewest->Least > 0)
    M.Intensity = Bounds{intensity(M.Work->Least, Most->Most),
                         intensity(M.Work->Most, Fewest->Least)};
  derivePower(M);
}

static void addRoof(KernelMeasurement &M, StringRef Name, double Rate,
                    bool IsData, StringRef Source) {
  M.Roofs.push_back({Name.str(), Rate, IsData, Source.str()});
}

/// The ceilings that execute what is asked, each once; without a workload the
/// highest one.
static void addComputeRoofs(KernelMeasurement &M, const ProcessingUnit &Unit,
                            const std::optional<Workload> &Asked) {
  std::vector<const Ceiling *> Used;
  if (Asked) {
    for (const auto &[Kind, Number] : Asked->Operations)
      if (const Ceiling *C =
              ceilingOf(Unit, Kind.first, Kind.second, Peaks::Measured);
          C && Number > 0 && !is_contained(Used, C))
        Used.push_back(C);
  } else {
    for (const Ceiling &C : Unit.Ceilings)
      if (Used.empty() || C.Peak.of(Peaks::Measured).Value >
                              Used.front()->Peak.of(Peaks::Measured).Value)
        Used.assign(1, &C);
  }
  for (const Ceiling *C : Used) {
    const auto &Peak = C->Peak.of(Peaks::Measured);
    addRoof(M, C->Name, Peak.Value.value(), false, Peak.Source);
  }
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
        "file or the operations are wrong, or the device's compiler saves "
        "operations that the source has",
        M.Work->Least / M.Best / 1e9, Roof->Name, Highest / 1e9));
}

/// Without a workload: min(I * external, highest ceiling), by Eq. (7) of
/// ICHEC15.
static void attainByIntensity(KernelMeasurement &M) {
  const RoofAbove *Compute = nullptr, *Data = nullptr;
  for (const RoofAbove &R : M.Roofs)
    (R.IsData ? Data : Compute) = &R;
  if (!Compute || !Data || !M.Intensity)
    return;
  auto At = [&](double I) { return std::min(Compute->Rate, I * Data->Rate); };
  M.Attainable = Bounds{At(M.Intensity->Least), At(M.Intensity->Most)};
  M.Limit = M.Attainable->Most < Compute->Rate ? Data->Name : Compute->Name;
}

static void attainByWorkload(KernelMeasurement &M, const ProcessingUnit &Unit,
                             const AskedWorkloads &Asked) {
  Placement Most = place(Unit, Asked.Compulsory, Peaks::Measured);
  Placement Least = place(Unit, Asked.Requested, Peaks::Measured);
  for (const std::string &Lacking : Most.Missing)
    M.Missing.push_back({"roof of the device: " + Lacking, {}, ""});
  if (!Most.hasBound() || !Least.hasBound())
    return;
  M.Attainable = Bounds{Least.Attainable.value(), Most.Attainable.value()};
  M.Limit = Most.Limit;
}

void placeUnderRoofs(KernelMeasurement &M, const ProcessingUnit &Unit,
                     const std::optional<AskedWorkloads> &Asked) {
  addComputeRoofs(M, Unit,
                  Asked ? std::optional(Asked->Compulsory) : std::nullopt);
  if (const DataSource *S = findSource(Unit, "external")) {
    const auto &Bandwidth = S->Bandwidth.of(Peaks::Measured);
    addRoof(M, S->Name, Bandwidth.Value.value(), true, Bandwidth.Source);
  }
  if (Asked)
    attainByWorkload(M, Unit, *Asked);
  else
    attainByIntensity(M);
  findContradictions(M);
}

} // namespace roofline
