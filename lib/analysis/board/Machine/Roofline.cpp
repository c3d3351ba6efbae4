// The extended roofline: ceilings, data sources and workloads.
#include "roofline/Machine/Roofline.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace roofline {

OperationsPerSecond computeCeiling(Hertz Clock, double Cores,
                                   double OperationsPerCycle) {
  assert(Clock.value() >= 0 && Cores >= 0 && OperationsPerCycle >= 0 &&
         "a ceiling is a product of positive numbers");
  return OperationsPerSecond(Clock.value() * Cores * OperationsPerCycle);
}

BytesPerSecond sourceBandwidth(Hertz Clock, double DataRate, Bytes Width,
                               double Channels) {
  assert(Clock.value() >= 0 && DataRate >= 0 && Width.value() >= 0 &&
         Channels >= 0 && "a bandwidth is a product of positive numbers");
  return BytesPerSecond(Clock.value() * DataRate * Width.value() * Channels);
}

OperationsPerSecond memoryCeiling(BytesPerSecond B, double Intensity) {
  return OperationsPerSecond(B.value() * Intensity);
}

const DataSource *findSource(const ProcessingUnit &Unit,
                             std::string_view Name) {
  auto It = std::find_if(Unit.Sources.begin(), Unit.Sources.end(),
                         [&](const DataSource &S) { return S.Name == Name; });
  return It == Unit.Sources.end() ? nullptr : &*It;
}

const Ceiling *ceilingOf(const ProcessingUnit &Unit, std::string_view Type,
                         std::string_view Operator, Peaks Wanted) {
  auto Has = [](const std::vector<std::string> &All, std::string_view One) {
    return std::find(All.begin(), All.end(), One) != All.end();
  };
  const Ceiling *Best = nullptr;
  for (const Ceiling &C : Unit.Ceilings)
    if (Has(C.Types, Type) &&
        (C.Operations.empty() || Has(C.Operations, Operator)) &&
        (!Best || C.Peak.of(Wanted).Value > Best->Peak.of(Wanted).Value))
      Best = &C;
  return Best;
}

double totalOperations(const Workload &Work) {
  double Sum = 0;
  for (const auto &[Kind, Number] : Work.Operations)
    Sum += Number;
  return Sum;
}

double totalBytes(const Workload &Work) {
  double Sum = 0;
  for (const auto &[Source, Number] : Work.Bytes)
    Sum += Number;
  return Sum;
}

OperationsPerSecond WorkloadRoof::at(double Intensity) const {
  OperationsPerSecond Memory = memoryCeiling(Slope, Intensity);
  if (Slope.value() == 0)
    return Roof;
  return Roof.value() == 0 ? OperationsPerSecond() : std::min(Memory, Roof);
}

namespace {

/// Parts of a sum of times by name, to say which one limits.
class Times {
public:
  void add(const std::string &Name, double Time) {
    Sum += Time;
    for (auto &[Other, Part] : Parts)
      if (Other == Name) {
        Part += Time;
        return;
      }
    Parts.emplace_back(Name, Time);
  }

  /// "simd", or "simd and float": the longest part first; parts below a tenth
  /// are not worth a name.
  std::string names() {
    std::stable_sort(Parts.begin(), Parts.end(),
                     [](auto &L, auto &R) { return L.second > R.second; });
    std::string Text;
    for (const auto &[Name, Part] : Parts)
      if (Part > 0 && (Text.empty() || Part >= 0.1 * Sum))
        Text += (Text.empty() ? "" : " and ") + Name;
    return Text;
  }

  double Sum = 0;

private:
  std::vector<std::pair<std::string, double>> Parts;
};

} // namespace

/// \p Operations with as many multiply-adds as its products and sums may make.
static std::map<std::pair<std::string, std::string>, double>
fused(std::map<std::pair<std::string, std::string>, double> Operations) {
  std::map<std::string, double> Pairs;
  for (const auto &[Kind, Number] : Operations)
    if (auto Sum = Operations.find({Kind.first, "add"});
        Kind.second == "mul" && Sum != Operations.end())
      Pairs[Kind.first] = std::min(Number, Sum->second);
  for (const auto &[Type, Number] : Pairs) {
    Operations[{Type, "mul"}] -= Number;
    Operations[{Type, "add"}] -= Number;
    Operations[{Type, "mac"}] += 2 * Number;
  }
  return Operations;
}

namespace {

/// A type on which a unit computes what it has no ceiling for: the next wider
/// one, or for 64-bit integers two halves; a product of them is four.
struct Substitute {
  std::string_view Type, Replacement;
  double Factor, ProductFactor;
};
constexpr Substitute Substitutes[] = {
    {"int8", "int16", 1, 1},
    {"int16", "int32", 1, 1},
    {"int64", "int32", 2, 4},
    {"float16", "float32", 1, 1},
};

/// Adds the time of \p Number operations; false where no ceiling executes them.
bool addTime(const ProcessingUnit &Unit, std::string Type, std::string Operator,
             double Number, Peaks Wanted, Times &Compute) {
  if (const Ceiling *C = ceilingOf(Unit, Type, Operator, Wanted)) {
    Compute.add(C->Name, Number / C->Peak.of(Wanted).Value.value());
    return true;
  }
  if (Operator == "mac" && ceilingOf(Unit, Type, "mul", Wanted) &&
      ceilingOf(Unit, Type, "add", Wanted)) // a unit that fuses nothing
    return addTime(Unit, Type, "mul", Number / 2, Wanted, Compute) &&
           addTime(Unit, Type, "add", Number / 2, Wanted, Compute);
  for (const Substitute &S : Substitutes)
    if (S.Type == Type)
      return addTime(Unit, std::string(S.Replacement), Operator,
                     Number * (Operator == "mul" || Operator == "div"
                                   ? S.ProductFactor
                                   : S.Factor),
                     Wanted, Compute);
  return false;
}

} // namespace

Placement place(const ProcessingUnit &Unit, const Workload &Work,
                Peaks Wanted) {
  Placement P;
  Times Compute, Memory;
  // A roof is what no program passes: what may be fused is.
  for (const auto &[Kind, Number] : fused(Work.Operations))
    if (Number > 0 &&
        !addTime(Unit, Kind.first, Kind.second, Number, Wanted, Compute))
      P.Missing.push_back("a ceiling for " + Kind.second + " on " + Kind.first);
  for (const auto &[Name, Number] : Work.Bytes) {
    if (Number == 0)
      continue;
    if (const DataSource *S = findSource(Unit, Name))
      Memory.add(Name + " bandwidth",
                 Number / S->Bandwidth.of(Wanted).Value.value());
    else
      P.Missing.push_back("the bandwidth of the data source " + Name);
  }
  double Operations = totalOperations(Work), Bytes = totalBytes(Work);
  P.Bound.ComputeTime = Seconds(Compute.Sum);
  P.Bound.MemoryTime = Seconds(Memory.Sum);
  if (Compute.Sum > 0)
    P.Bound.Roof = OperationsPerSecond(Operations / Compute.Sum);
  if (Memory.Sum > 0)
    P.Bound.Slope = BytesPerSecond(Bytes / Memory.Sum);
  P.Intensity = Bytes > 0 ? intensity(Operations, Bytes)
                          : std::numeric_limits<double>::infinity();
  P.Time = Seconds(std::max(Compute.Sum, Memory.Sum));
  if (P.Time.value() > 0)
    P.Attainable = OperationsPerSecond(Operations / P.Time.value());
  P.ByMemory = Memory.Sum >= Compute.Sum && Memory.Sum > 0;
  P.Limit = P.ByMemory ? Memory.names() : Compute.names();
  double Shorter = std::min(Compute.Sum, Memory.Sum);
  P.RidgeDistance = Shorter > 0 && P.Missing.empty()
                        ? P.Time.value() / Shorter
                        : std::numeric_limits<double>::infinity();
  return P;
}

std::vector<ErrorCorner> errorBox(double Operations, double Bytes,
                                  double RelativeError) {
  assert(RelativeError >= 0 && "the corners of a box stand in order");
  double Less = 1 - RelativeError, More = 1 + RelativeError;
  return {{Operations * Less, Bytes * More},
          {Operations * Less, Bytes * Less},
          {Operations * More, Bytes * Less},
          {Operations * More, Bytes * More}};
}

double intensity(double Work, double Traffic) { return Work / Traffic; }

Joules energy(Seconds Time, Watts Power) {
  return Joules(Time.value() * Power.value());
}

OperationsPerSecond achieved(double Work, Seconds Time) {
  return OperationsPerSecond(Work / Time.value());
}

double perWatt(OperationsPerSecond Performance, Watts Power) {
  return Performance.value() / Power.value();
}

double howManyFit(const FabricResources &Available,
                  const FabricResources &Need) {
  double Fit = std::numeric_limits<double>::infinity();
  for (auto Member : {&FabricResources::Luts, &FabricResources::Registers,
                      &FabricResources::DspBlocks,
                      &FabricResources::MemoryBlocks, &FabricResources::Pins})
    if (Need.*Member > 0)
      Fit = std::min(Fit, std::floor(Available.*Member / (Need.*Member)));
  return std::max(0.0, Fit);
}

double operatorsThatFit(FabricResources Available,
                        const std::vector<FabricResources> &Forms) {
  double Sum = 0;
  for (const FabricResources &Form : Forms) {
    double Fit = howManyFit(Available, Form);
    Available = Available - Form * Fit;
    Sum += Fit;
  }
  return Sum;
}

} // namespace roofline
