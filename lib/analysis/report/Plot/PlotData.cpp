// Contents of a roofline plot, as data.
#include "roofline/Plot/Plot.h"

#include "roofline/Json/JsonFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>

using namespace llvm;

namespace roofline {

void addDevice(PlotData &Plot, StringRef Name, const ProcessingUnit &Unit,
               Peaks PeakKind) {
  PlotData::Device D;
  D.Name = Name;
  auto IsMeasured = [&](const auto &Rate) {
    return Rate.Measured && (PeakKind == Peaks::Measured || !Rate.Theoretical);
  };
  for (const Ceiling &C : Unit.Ceilings)
    D.Ceilings.push_back(
        {C.Name, C.Peak.of(PeakKind).Value.value(), IsMeasured(C.Peak)});
  for (const DataSource &S : Unit.Sources)
    D.Sources.push_back({S.Name, S.Bandwidth.of(PeakKind).Value.value(),
                         IsMeasured(S.Bandwidth)});
  if (Unit.Power.isKnown())
    D.Power = Unit.Power.of(PeakKind).Value.value();
  Plot.Devices.push_back(std::move(D));
}

static void addPlaces(PlotData &Plot, const std::string &Kernel,
                      ArrayRef<RoofPlacement> Roofs, Seconds Time) {
  for (const RoofPlacement &P : Roofs) {
    const Placement &Placed = P.Requested;
    bool Computes =
        Placed.Attainable.value() > 0 && std::isfinite(Placed.Intensity);
    if (!Computes)
      continue;
    PlotData::Point Point;
    Point.Kernel = Kernel;
    Point.Device = P.Device;
    Point.Kind = "attainable";
    Point.Intensity = Placed.Intensity;
    Point.Performance = Placed.Attainable.value();
    Point.Time = Placed.Time.value();
    Plot.Points.push_back(Point);
    if (P.Compulsory.Intensity != Placed.Intensity &&
        std::isfinite(P.Compulsory.Intensity)) {
      Point.Intensity = P.Compulsory.Intensity;
      Point.Performance = P.Compulsory.Attainable.value();
      Point.Time = P.Compulsory.Time.value();
      Point.Label = EachByteOnce.str();
      Plot.Points.push_back(Point);
    }
    if (P.Predicted) {
      Point.Kind = "predicted";
      Point.Label = "";
      Point.Intensity = Placed.Intensity;
      Point.Performance = *P.Predicted;
      Point.Time = Time.value();
      Plot.Points.push_back(Point);
    }
    Plot.Utilizations.push_back({Kernel, P.Device, Placed.Bound.Roof.value(),
                                 Placed.Bound.Slope.value()});
  }
  if (Roofs.empty())
    return;
  const RoofPlacement &First = Roofs.front();
  for (auto [Kind, On] : {std::pair("requested", &First.Requested),
                          std::pair("compulsory", &First.Compulsory)})
    if (On->hasBound() && std::isfinite(On->Intensity) && On->Intensity > 0)
      Plot.Walls.push_back({Kernel, On->Intensity, Kind});
}

void addKernel(PlotData &Plot, const AnalysisResult &R) {
  addPlaces(Plot, R.Kernel->Name, R.Roofs, R.time());
}

void addKernel(PlotData &Plot, const HlsResult &R) {
  if (R.Roofs.empty())
    return;
  std::vector<RoofPlacement> Roofs = R.Roofs;
  RoofPlacement &First = Roofs.front();
  // The roof is the kernel's own; another kernel has another one.
  if (any_of(Plot.Devices,
             [&](const PlotData::Device &D) { return D.Name == First.Device; }))
    First.Device += ", " + R.Kernel->Name;
  PlotData::Device &D = Plot.Devices.emplace_back();
  D.Name = First.Device;
  const WorkloadRoof &Bound = First.Compulsory.Bound;
  for (const HlsCeiling &C : R.Ceilings)
    if (C.Peak == Bound.Roof)
      D.Ceilings.push_back({C.Resource + " of the device", Bound.Roof.value()});
  for (const HlsTraffic &T : R.Traffic)
    if (Bound.Slope.value() > 0 && T.Bandwidth &&
        T.Bytes / T.Bandwidth->value() == Bound.MemoryTime.value())
      D.Sources.push_back({T.Name, Bound.Slope.value()});
  addPlaces(Plot, R.Kernel->Name, Roofs, R.time());
}

void addMappings(PlotData &Plot, const System &S, const PlatformResult &R) {
  for (const Mapping &M : R.FeasibleComplete ? R.Feasible : R.Front) {
    PlotData::Mapping &Out = Plot.Mappings.emplace_back();
    Out.Name = mappingText(S, R, M);
    Out.Risk = M.Risk;
    if (R.HasCost)
      Out.Cost = M.Cost;
    if (R.HasPower)
      Out.Power = M.Power;
    Out.Front = is_contained(R.Front, M);
  }
}

std::string missingText(const AnalysisResult &R) {
  std::string Text;
  for (const MissingInput &M : R.IsPriced ? R.Bound.Missing : R.Counts.Missing)
    Text += (Text.empty() ? "" : ", ") + M.What;
  return Text.empty() ? "W or Q is not known" : Text;
}

Error addMeasurement(PlotData &Plot, StringRef Text, StringRef Name) {
  auto Wrong = [&](const Twine &Message) { return jsonError(Name, Message); };
  Expected<json::Value> Root = parseJsonFile(
      Text, Name, {"roofline-measurement", 1, "measurement", "", ""});
  if (!Root)
    return Root.takeError();
  const json::Object *O = Root->getAsObject();
  auto Least = [](const json::Object *In,
                  StringRef Key) -> std::optional<double> {
    const json::Object *Bounds = In ? In->getObject(Key) : nullptr;
    return Bounds ? Bounds->getNumber("least") : std::nullopt;
  };
  const json::Object *Device = O->getObject("device"),
                     *Time = O->getObject("time"),
                     *Power = O->getObject("power"),
                     *Traffic = O->getObject("traffic");
  if (!Device || !Time || !Power || !Traffic || !O->getString("kernel"))
    return Wrong("no measurement: a key is missing");
  std::optional<double> W = Least(O, "work"), F = Least(O, "performance"),
                        Q = Least(Traffic, "compulsory");
  if (!Q)
    Q = Least(Traffic, "requested");
  if (!W || !F || !Q || !(*W > 0) || !(*F > 0) || !(*Q > 0))
    return Wrong("the run has no operations or no bytes that are certain, so "
                 "no place");
  PlotData::Point P;
  P.Kernel = O->getString("kernel")->str();
  // The device file's name is the roof's; a run without one has its own.
  StringRef File = Device->getString("file").value_or("");
  P.Device = File.empty() ? Device->getString("name").value_or("").str()
                          : sys::path::stem(File).str();
  P.Kind = "measured";
  P.Intensity = intensity(*W, *Q);
  P.Performance = *F;
  P.Time = Time->getNumber("median");
  P.Power = Power->getNumber("peak");
  for (const auto &Value : {std::optional(P.Intensity), F, P.Time, P.Power})
    if (Value && (!isPlotNumber(*Value) || !(P.Intensity > 0)))
      return Wrong("a value is not within 1e-30 and 1e30");
  if (const json::Array *Texts = O->getArray("contradictions"))
    for (const json::Value &Text : *Texts)
      P.Contradictions.push_back(Text.getAsString().value_or("").str());
  Plot.Points.push_back(std::move(P));
  return Error::success();
}

std::string toCSV(const PlotData &Plot) {
  auto Quoted = [](StringRef Text) {
    std::string Result = "\"";
    for (char C : Text)
      Result += C == '"' ? "\"\"" : std::string(1, C);
    return Result + "\"";
  };
  std::string Text;
  raw_string_ostream OS(Text);
  OS << "kernel,device,kind,label,intensity,ops_per_s,power_w,time_s,"
        "contradictions\n";
  for (const PlotData::Point &P : Plot.Points) {
    for (const std::string *Field : {&P.Kernel, &P.Device, &P.Kind, &P.Label})
      OS << Quoted(*Field) << ',';
    OS << json::Value(P.Intensity) << ',' << json::Value(P.Performance) << ',';
    if (P.Power)
      OS << json::Value(*P.Power);
    OS << ',';
    if (P.Time)
      OS << json::Value(*P.Time);
    OS << ',' << Quoted(join(contradictions(Plot, P), "; ")) << '\n';
  }
  return Text;
}

} // namespace roofline
