// Plot data as JSON: one list of fields for each struct.
#include "roofline/Plot/PlotData.h"

#include "roofline/Json/JsonSchema.h"

using namespace llvm;

namespace roofline {

/// A rate, a time, a power: what an axis can show.
static Rule magnitude() {
  return {.Least = 0,
          .Most = 1e30,
          .Holds = isPlotNumber,
          .Expected = "expected 0 or a number from 1e-30 to 1e30"};
}

template <typename V>
void listRate(V &Visit, PlotData::Rate &S, const char *Unit) {
  Visit("name", S.Name);
  Visit("measured", S.Measured);
  Visit(Unit, S.Value, magnitude());
}
template <typename V> void list(V &Visit, PlotData::Ceiling &S) {
  listRate(Visit, S, "ops_per_s");
}
template <typename V> void list(V &Visit, PlotData::Source &S) {
  listRate(Visit, S, "bytes_per_s");
}
template <typename V> void list(V &Visit, PlotData::Device &S) {
  Visit("name", S.Name);
  Visit("ceilings", S.Ceilings);
  Visit("sources", S.Sources);
  Visit("power_w", S.Power, magnitude());
}
template <typename V> void list(V &Visit, PlotData::Point &S) {
  static constexpr const char *Kinds[] = {"attainable", "predicted",
                                          "measured"};
  Visit("kernel", S.Kernel);
  Visit("device", S.Device);
  Visit("kind", S.Kind,
        {.OneOf = Kinds,
         .Expected = "attainable, predicted or measured expected"});
  Visit("intensity", S.Intensity, magnitude());
  Visit("ops_per_s", S.Performance, magnitude());
  Visit("power_w", S.Power, magnitude());
  Visit("time_s", S.Time, magnitude());
  Visit("error", S.Error, magnitude());
  Visit.unless("label", S.Label, std::string());
  Visit.unless("contradictions", S.Contradictions, {});
}
template <typename V> void list(V &Visit, PlotData::Wall &S) {
  Visit("kernel", S.Kernel);
  Visit("intensity", S.Intensity, magnitude());
  Visit("kind", S.Kind);
}
template <typename V> void list(V &Visit, PlotData::Utilization &S) {
  Visit("kernel", S.Kernel);
  Visit("device", S.Device);
  Visit("roof_ops_per_s", S.Roof, magnitude());
  Visit("slope_bytes_per_s", S.Slope, magnitude());
}
template <typename V> void list(V &Visit, PlotData::Mapping &S) {
  Visit("name", S.Name);
  Visit("risk", S.Risk, magnitude());
  Visit("front", S.Front);
  Visit("cost", S.Cost, magnitude());
  Visit("power_w", S.Power, magnitude());
}
template <typename V> void list(V &Visit, PlotData &S) {
  Visit("title", S.Title);
  Visit("devices", S.Devices);
  Visit("points", S.Points);
  Visit("walls", S.Walls);
  Visit("utilisations", S.Utilizations);
  Visit("mappings", S.Mappings);
}

static constexpr FileFormat Format = {
    "roofline-plot", 1, "plot data", "plot",
    "What a roofline plot shows. See docs/plot-format.md."};

json::Value toJSON(const PlotData &Plot) { return writeJsonFile(Format, Plot); }

Expected<PlotData> readPlotData(StringRef Text, StringRef Name) {
  PlotData Plot;
  if (Error E = readJsonFile(Text, Name, Format, Plot))
    return E;
  return Plot;
}

json::Value plotSchema() { return schemaOf<PlotData>(Format); }

} // namespace roofline
