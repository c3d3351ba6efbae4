// The keys of a system file.
#ifndef ROOFLINE_LIB_DEVICEFILES_SYSTEMFIELDS_H
#define ROOFLINE_LIB_DEVICEFILES_SYSTEMFIELDS_H

#include "ProcessingUnitReader.h"
#include "SystemForms.h"

namespace roofline {

constexpr unsigned MaxUnitCount = 64;
constexpr Choice<bool> PerFrame[] = {{"element", false}, {"frame", true}};
constexpr Choice<bool> Traffic[] = {{"compulsory", true}, {"requested", false}};

struct RequirementFields {
  const YamlTree *Frame = nullptr, *Rate = nullptr, *Power = nullptr,
                 *Cost = nullptr;
};
template <typename V> void list(V &Visit, RequirementFields &S) {
  Visit.need("frame", S.Frame, sizesForm);
  Visit.need("rate", S.Rate, frameRateForm);
  Visit.may("power", S.Power, powerForm);
  Visit.may("cost", S.Cost, costForm);
}

struct ParallelismFields {
  const YamlTree *Value = nullptr;
  bool OfFrame = false; ///< per frame, not per element
};
template <typename V> void list(V &Visit, ParallelismFields &S) {
  Visit.need("value", S.Value, numberForm, {.Above = 0});
  Visit.mayChoice("per", S.OfFrame, PerFrame);
}

struct BlockFields {
  const YamlTree *Place = nullptr;
  bool OfFrame = false; ///< per frame, not per element
  const YamlTree *Operations = nullptr, *Bytes = nullptr, *Types = nullptr,
                 *InternalMemory = nullptr, *Units = nullptr,
                 *Summary = nullptr, *Kernel = nullptr, *Launch = nullptr,
                 *Source = nullptr;
  std::optional<ParallelismFields> Parallelism;
  bool Compulsory = true;
};
template <typename V> void list(V &Visit, BlockFields &S) {
  Visit.place(S.Place);
  Visit.mayChoice("per", S.OfFrame, PerFrame);
  Visit.may("operations", S.Operations, operationsForm);
  Visit.may("bytes", S.Bytes, bytesForm);
  Visit.may("types", S.Types, typesForm, FromOne);
  Visit.group("parallelism", S.Parallelism);
  Visit.may("internal_memory", S.InternalMemory, sizeForm);
  Visit.may("units", S.Units, textsForm, FromOne);
  Visit.may("summary", S.Summary, textForm);
  Visit.may("kernel", S.Kernel, textForm);
  Visit.may("launch", S.Launch, textForm);
  Visit.mayChoice("traffic", S.Compulsory, Traffic);
  Visit.may("source", S.Source, anyTextForm);
  Visit.without("summary", {"operations", "bytes", "per"},
                "is the summary's to say");
  Visit.with("summary", {"launch"});
  Visit.with("kernel", {"summary"}, "'kernel' goes with 'summary'");
  Visit.with("launch", {"summary"}, "'launch' goes with 'summary'");
  Visit.with("traffic", {"summary"}, "'traffic' goes with 'summary'");
  Visit.either("'operations' and 'bytes' are needed, or a 'summary'",
               {{"operations", "bytes"}, {"summary"}});
}

struct EdgeFields {
  const YamlTree *Place = nullptr, *Source = nullptr, *Target = nullptr,
                 *Bytes = nullptr, *Buffer = nullptr,
                 *Synchronisation = nullptr;
  bool OfFrame = false; ///< per frame, not per element
};
template <typename V> void list(V &Visit, EdgeFields &S) {
  Visit.place(S.Place);
  Visit.need("from", S.Source, textForm);
  Visit.need("to", S.Target, textForm);
  Visit.need("bytes", S.Bytes, numberForm, {.Above = 0});
  Visit.mayChoice("per", S.OfFrame, PerFrame);
  Visit.may("buffer", S.Buffer, sizeForm);
  Visit.may("synchronisation", S.Synchronisation, operationsForm);
  Visit.together({"buffer", "synchronisation"},
                 "'buffer' and 'synchronisation' go together: pipelining is "
                 "priced with both");
}

struct SystemUnitFields {
  const YamlTree *Device = nullptr, *Cost = nullptr;
  UnitFields Unit;
  uint32_t Count = 1;
  std::optional<Sourced<double>> Parallelism;
};
template <typename V> void list(V &Visit, SystemUnitFields &S) {
  Visit.may("device", S.Device, textForm);
  Visit.mayChoice("kind", S.Unit.Kind, UnitKinds);
  list(Visit, S.Unit);
  Visit.mayWhole("count", S.Count,
                 {.Least = 1,
                  .Most = MaxUnitCount,
                  .Expected = "is not a count from 1 to 64"});
  Visit.quantity("parallelism", S.Parallelism, CountUnits);
  Visit.may("cost", S.Cost, unitCostForm);
  Visit.without(
      "device",
      {"kind", "clock", "cores", "ceilings", "data", "fabric", "power"},
      "is the device file's to say");
  Visit.either("'kind', 'ceilings' and 'data' are needed, or a 'device'",
               {{"kind", "ceilings", "data"}, {"device"}});
}

struct SystemFields {
  const YamlTree *Description = nullptr;
  RequirementFields Requirements;
  std::vector<Named<BlockFields>> Blocks;
  std::vector<EdgeFields> Edges;
  std::vector<Named<SystemUnitFields>> Units;
  const YamlTree *UnitsAt = nullptr;
};
constexpr FileFormat SystemFormat = {
    "roofline-system", 1, "system file", "system",
    "An application, what is required of it, and the processing units to "
    "choose from, in YAML. See docs/system-format.md."};
template <typename V> void list(V &Visit, SystemFields &S) {
  Visit.format(SystemFormat);
  Visit.may("description", S.Description, anyTextForm);
  Visit.group("requirements", S.Requirements);
  Visit.each("blocks", S.Blocks,
             {.Least = 1,
              .Most = MaxSystemBlocks,
              .Expected = "a mapping of one to 16 blocks is expected"});
  Visit.mayElements(
      "edges", S.Edges,
      {.Most = 64, .Expected = "a list of at most 64 edges is expected"});
  Visit.each(
      "units", S.Units,
      {.Least = 1, .Expected = "a mapping of names to units is expected"});
  Visit.place("units", S.UnitsAt);
}

} // namespace roofline

#endif
