// What a roofline plot shows, as data.
#include "roofline/Plot/PlotData.h"

#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>

using namespace llvm;

namespace roofline {

void addDevice(PlotData &Plot, StringRef Name, const ProcessingUnit &Unit,
               Peaks Of) {
  PlotData::Device D;
  D.Name = Name;
  auto IsMeasured = [&](const auto &Rate) {
    return Rate.Measured && (Of == Peaks::Measured || !Rate.Theoretical);
  };
  for (const Ceiling &C : Unit.Ceilings)
    D.Ceilings.push_back(
        {C.Name, C.Peak.of(Of).Value.value(), IsMeasured(C.Peak)});
  for (const DataSource &S : Unit.Sources)
    D.Sources.push_back(
        {S.Name, S.Bandwidth.of(Of).Value.value(), IsMeasured(S.Bandwidth)});
  if (Unit.Power.isKnown())
    D.Power = Unit.Power.of(Of).Value.value();
  Plot.Devices.push_back(std::move(D));
}

void addKernel(PlotData &Plot, const AnalysisResult &R) {
  const std::string &Kernel = R.Kernel->Name;
  for (const RoofPlacement &P : R.Roofs) {
    if (!P.Requested.Missing.empty())
      continue;
    const Placement &On = P.Requested;
    bool Computes = On.Attainable.value() > 0 && std::isfinite(On.Intensity);
    if (!Computes)
      continue;
    PlotData::Point Point;
    Point.Kernel = Kernel;
    Point.Device = P.Device;
    Point.Kind = "attainable";
    Point.Intensity = On.Intensity;
    Point.Performance = On.Attainable.value();
    Point.Time = On.Time.value();
    Plot.Points.push_back(Point);
    if (P.Compulsory.Intensity != On.Intensity &&
        std::isfinite(P.Compulsory.Intensity)) {
      Point.Intensity = P.Compulsory.Intensity;
      Point.Performance = P.Compulsory.Attainable.value();
      Point.Time = P.Compulsory.Time.value();
      Point.Label = "each byte once";
      Plot.Points.push_back(Point);
    }
    if (P.Predicted) {
      Point.Kind = "predicted";
      Point.Label = "";
      Point.Intensity = On.Intensity;
      Point.Performance = *P.Predicted;
      Point.Time = R.Priced.Time.value();
      Plot.Points.push_back(Point);
    }
    Plot.Utilisations.push_back(
        {Kernel, P.Device, On.Bound.Roof.value(), On.Bound.Slope.value()});
  }
  if (R.Roofs.empty())
    return;
  const RoofPlacement &First = R.Roofs.front();
  for (auto [Kind, On] : {std::pair("requested", &First.Requested),
                          std::pair("compulsory", &First.Compulsory)})
    if (On->Missing.empty() && std::isfinite(On->Intensity) &&
        On->Intensity > 0)
      Plot.Walls.push_back({Kernel, On->Intensity, Kind});
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
  for (const MissingInput &M :
       R.isPriced() ? R.Bound.Missing : R.Counts.Missing)
    Text += (Text.empty() ? "" : ", ") + M.What;
  return Text.empty() ? "W or Q is not known" : Text;
}

Error addMeasurement(PlotData &Plot, StringRef Text, StringRef Name) {
  auto Wrong = [&](const Twine &Message) {
    return createStringError(inconvertibleErrorCode(), Name + ": " + Message);
  };
  Expected<json::Value> Root = json::parse(Text);
  if (!Root)
    return Wrong(toString(Root.takeError()));
  const json::Object *O = Root->getAsObject();
  if (!O || O->getString("format") != StringRef("roofline-measurement"))
    return Wrong("no measurement: 'format' is not roofline-measurement");
  auto Most = [&](StringRef Key) -> std::optional<double> {
    const json::Object *Bounds = O->getObject(Key);
    return Bounds ? Bounds->getNumber("most") : std::nullopt;
  };
  const json::Object *Device = O->getObject("device"),
                     *Time = O->getObject("time"),
                     *Power = O->getObject("power");
  std::optional<double> I = Most("intensity"), F = Most("performance");
  if (!Device || !Time || !Power || !O->getString("kernel"))
    return Wrong("no measurement: a key is missing");
  if (!I || !F)
    return Wrong("the run has no operations or no bytes, so no place");
  PlotData::Point P;
  P.Kernel = O->getString("kernel")->str();
  // The device file's name is the roof's; a run without one has its own.
  StringRef File = Device->getString("file").value_or("");
  P.Device = File.empty() ? Device->getString("name").value_or("").str()
                          : sys::path::stem(File).str();
  P.Kind = "measured";
  P.Intensity = *I;
  P.Performance = *F;
  P.Time = Time->getNumber("median");
  P.Power = Power->getNumber("peak");
  Plot.Points.push_back(std::move(P));
  return Error::success();
}

// JSON ------------------------------------------------------------------------

static json::Value toJSON(const PlotData::Rate &R, StringRef Unit) {
  return json::Object{
      {"name", R.Name}, {Unit, R.Value}, {"measured", R.Measured}};
}

json::Value toJSON(const PlotData &Plot) {
  json::Array Devices, Points, Walls, Utilisations;
  for (const PlotData::Device &D : Plot.Devices) {
    json::Array Ceilings, Sources;
    for (const PlotData::Rate &R : D.Ceilings)
      Ceilings.push_back(toJSON(R, "ops_per_s"));
    for (const PlotData::Rate &R : D.Sources)
      Sources.push_back(toJSON(R, "bytes_per_s"));
    json::Object O{{"name", D.Name},
                   {"ceilings", std::move(Ceilings)},
                   {"sources", std::move(Sources)}};
    if (D.Power)
      O["power_w"] = *D.Power;
    Devices.push_back(std::move(O));
  }
  for (const PlotData::Point &P : Plot.Points) {
    json::Object O{{"kernel", P.Kernel},
                   {"device", P.Device},
                   {"kind", P.Kind},
                   {"intensity", P.Intensity},
                   {"ops_per_s", P.Performance}};
    for (auto [Key, Value] :
         {std::pair("power_w", P.Power), std::pair("time_s", P.Time),
          std::pair("error", P.Error)})
      if (Value)
        O[Key] = *Value;
    if (!P.Label.empty())
      O["label"] = P.Label;
    Points.push_back(std::move(O));
  }
  for (const PlotData::Wall &W : Plot.Walls)
    Walls.push_back(json::Object{
        {"kernel", W.Kernel}, {"intensity", W.Intensity}, {"kind", W.Kind}});
  for (const PlotData::Utilisation &U : Plot.Utilisations)
    Utilisations.push_back(json::Object{{"kernel", U.Kernel},
                                        {"device", U.Device},
                                        {"roof_ops_per_s", U.Roof},
                                        {"slope_bytes_per_s", U.Slope}});
  json::Array Mappings;
  for (const PlotData::Mapping &M : Plot.Mappings) {
    json::Object O{{"name", M.Name}, {"risk", M.Risk}, {"front", M.Front}};
    if (M.Cost)
      O["cost"] = *M.Cost;
    if (M.Power)
      O["power_w"] = *M.Power;
    Mappings.push_back(std::move(O));
  }
  return json::Object{{"format", "roofline-plot"},
                      {"version", 1},
                      {"title", Plot.Title},
                      {"devices", std::move(Devices)},
                      {"points", std::move(Points)},
                      {"walls", std::move(Walls)},
                      {"utilisations", std::move(Utilisations)},
                      {"mappings", std::move(Mappings)}};
}

namespace {

/// Reads the fields of one object; a key that no field asked for is a mistake.
class Fields {
public:
  Fields(const json::Value &V, json::Path P) : P(P), O(V.getAsObject()) {
    if (!O)
      fail(P, "expected an object");
  }
  template <typename T> Fields &need(StringRef Key, T &Out) {
    if (const json::Value *V = get(Key))
      read(*V, Out, P.field(Key));
    else if (Good)
      fail(P.field(Key), "a value is needed");
    return *this;
  }
  template <typename T> Fields &may(StringRef Key, std::optional<T> &Out) {
    if (const json::Value *V = get(Key))
      read(*V, Out.emplace(), P.field(Key));
    return *this;
  }
  Fields &may(StringRef Key, std::string &Out) {
    if (const json::Value *V = get(Key))
      read(*V, Out, P.field(Key));
    return *this;
  }
  bool done() {
    if (Good && O)
      for (const auto &[Key, Value] : *O)
        if (!is_contained(Known, StringRef(Key)))
          fail(P.field(Key), "no such key");
    return Good;
  }

private:
  const json::Value *get(StringRef Key) {
    Known.push_back(Key);
    return O ? O->get(Key) : nullptr;
  }
  void fail(json::Path At, StringLiteral Message) {
    Good = false;
    At.report(Message);
  }
  void read(const json::Value &V, std::string &Out, json::Path At) {
    if (auto S = V.getAsString())
      Out = S->str();
    else
      fail(At, "expected a string");
  }
  void read(const json::Value &V, bool &Out, json::Path At) {
    if (auto B = V.getAsBoolean())
      Out = *B;
    else
      fail(At, "expected a boolean");
  }
  void read(const json::Value &V, double &Out, json::Path At) {
    // Beyond these no rate, time or cost lies, and an axis of powers of ten
    // would not end.
    constexpr double Least = 1e-30, Most = 1e30;
    auto N = V.getAsNumber();
    if (N && (*N == 0 || (*N >= Least && *N <= Most)))
      Out = *N;
    else
      fail(At, "expected 0 or a number from 1e-30 to 1e30");
  }
  template <typename T>
  void read(const json::Value &V, std::vector<T> &Out, json::Path At) {
    const json::Array *A = V.getAsArray();
    if (!A)
      return fail(At, "expected an array");
    for (size_t I = 0; I < A->size() && Good; ++I)
      Good = readItem((*A)[I], Out.emplace_back(), At.index(I));
  }

  static bool readItem(const json::Value &V, PlotData::Device &D,
                       json::Path P) {
    return Fields(V, P)
        .need("name", D.Name)
        .need("ceilings", D.Ceilings)
        .need("sources", D.Sources)
        .may("power_w", D.Power)
        .done();
  }
  static bool readItem(const json::Value &V, PlotData::Rate &R, json::Path P) {
    const json::Object *O = V.getAsObject();
    return Fields(V, P)
        .need("name", R.Name)
        .need("measured", R.Measured)
        .need(O && O->get("bytes_per_s") ? "bytes_per_s" : "ops_per_s", R.Value)
        .done();
  }
  static bool readItem(const json::Value &V, PlotData::Point &Out,
                       json::Path P) {
    if (!Fields(V, P)
             .need("kernel", Out.Kernel)
             .need("device", Out.Device)
             .need("kind", Out.Kind)
             .need("intensity", Out.Intensity)
             .need("ops_per_s", Out.Performance)
             .may("power_w", Out.Power)
             .may("time_s", Out.Time)
             .may("error", Out.Error)
             .may("label", Out.Label)
             .done())
      return false;
    if (Out.Kind == "attainable" || Out.Kind == "predicted" ||
        Out.Kind == "measured")
      return true;
    P.field("kind").report("attainable, predicted or measured expected");
    return false;
  }
  static bool readItem(const json::Value &V, PlotData::Wall &W, json::Path P) {
    return Fields(V, P)
        .need("kernel", W.Kernel)
        .need("intensity", W.Intensity)
        .need("kind", W.Kind)
        .done();
  }
  static bool readItem(const json::Value &V, PlotData::Mapping &M,
                       json::Path P) {
    return Fields(V, P)
        .need("name", M.Name)
        .need("risk", M.Risk)
        .need("front", M.Front)
        .may("cost", M.Cost)
        .may("power_w", M.Power)
        .done();
  }
  static bool readItem(const json::Value &V, PlotData::Utilisation &U,
                       json::Path P) {
    return Fields(V, P)
        .need("kernel", U.Kernel)
        .need("device", U.Device)
        .need("roof_ops_per_s", U.Roof)
        .need("slope_bytes_per_s", U.Slope)
        .done();
  }

  json::Path P;
  const json::Object *O;
  bool Good = true;
  SmallVector<StringRef, 8> Known;
};

} // namespace

Expected<PlotData> readPlotData(StringRef Text, StringRef Name) {
  auto Wrong = [&](const Twine &Message) {
    return createStringError(inconvertibleErrorCode(), Name + ": " + Message);
  };
  Expected<json::Value> Root = json::parse(Text);
  if (!Root)
    return Wrong(toString(Root.takeError()));
  const json::Object *O = Root->getAsObject();
  if (!O || O->getString("format") != StringRef("roofline-plot"))
    return Wrong("no plot data: 'format' is not roofline-plot");
  if (O->getInteger("version") != 1)
    return Wrong("this program reads version 1 of plot data");
  json::Path::Root PathRoot("plot");
  PlotData Plot;
  std::string Format;
  double Version;
  if (!Fields(*Root, PathRoot)
           .need("format", Format)
           .need("version", Version)
           .need("title", Plot.Title)
           .need("devices", Plot.Devices)
           .need("points", Plot.Points)
           .need("walls", Plot.Walls)
           .need("utilisations", Plot.Utilisations)
           .need("mappings", Plot.Mappings)
           .done())
    return Wrong(toString(PathRoot.getError()));
  return Plot;
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
  OS << "kernel,device,kind,label,intensity,ops_per_s,power_w,time_s\n";
  for (const PlotData::Point &P : Plot.Points) {
    for (const std::string *Field : {&P.Kernel, &P.Device, &P.Kind, &P.Label})
      OS << Quoted(*Field) << ',';
    OS << json::Value(P.Intensity) << ',' << json::Value(P.Performance) << ',';
    if (P.Power)
      OS << json::Value(*P.Power);
    OS << ',';
    if (P.Time)
      OS << json::Value(*P.Time);
    OS << '\n';
  }
  return Text;
}

} // namespace roofline
