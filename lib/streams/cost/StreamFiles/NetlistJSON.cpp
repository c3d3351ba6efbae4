// Netlists as JSON, both ways without loss.
#include "roofline/StreamFiles/NetlistJSON.h"

#include "DatapathOpJSON.h"

#include "roofline/Json/BaseFields.h"
#include "roofline/Json/JsonFile.h"
#include "roofline/Json/JsonSchema.h"

using namespace llvm;

namespace roofline {

ROOFLINE_NAMES(CellKind, "input", "constant", "parameter", "bits", "join",
               "operator", "unit", "register", "delay", "ring", "read",
               "write");
ROOFLINE_NAMES(CellPurpose, "control", "datapath", "reductions");

template <typename V> void list(V &Visit, Cell &S) {
  Visit.says("One word and what drives it; other cells name it by its place in "
             "the list, from 0");
  Visit("kind", S.Kind);
  Visit.unless("op", S.Op, DatapathOp::Constant,
               {.Says = "of an operator or a unit"});
  Visit("width", S.Width, {.Says = "[bit]", .Least = 1, .Most = 64});
  Visit.unless("value", S.Value, uint64_t(0),
               {.Says = "constant: the value; input, bits: the lowest bit; "
                        "delay: [cycle]"});
  Visit.unless("index", S.Index, uint32_t(0),
               {.Says = "into inputs, parameters, units, rings or memories"});
  Visit.unless("operands", S.Operands, std::vector<CellId>());
  Visit("enable", S.Enable);
  Visit("load", S.Load);
  Visit("load_value", S.LoadValue);
  Visit.unless("section", S.Section, uint32_t(0));
  Visit.unless("name", S.Name, std::string());
  Visit.unless("location", S.Loc, SourceLocation());
}
template <typename V> void list(V &Visit, NetlistPort &S) {
  Visit("name", S.Name, {.Least = 1});
  Visit("width", S.Width, {.Says = "[bit]", .Least = 1});
  Visit.unless("drivers", S.Drivers, std::vector<CellId>(),
               {.Says = "cells of an output, the lowest one first"});
}
template <typename V> void list(V &Visit, NetlistParameter &S) {
  Visit("name", S.Name, {.Least = 1});
  Visit("width", S.Width, {.Says = "[bit]", .Least = 1, .Most = 64});
  Visit("values", S.Values, {.Says = "by instance", .Least = 1});
}
template <typename V> void list(V &Visit, NetlistSection &S) {
  Visit("title", S.Title);
  Visit("purpose", S.Purpose);
}
template <typename V> void list(V &Visit, NetlistRing &S) {
  Visit("length", S.Length, {.Says = "[cycle]", .Least = 3});
}
template <typename V> void list(V &Visit, NetlistMemory &S) {
  Visit("name", S.Name, {.Least = 1});
  Visit("width", S.Width, {.Says = "[bit]", .Least = 1, .Most = 64});
  Visit("words", S.Words, {.Least = 1});
  Visit.unless("contents", S.Contents, std::vector<uint64_t>(),
               {.Says = "by word, of a table"});
}

namespace {
struct UnitParameter {
  std::string Name, Value;
};
} // namespace
template <typename V> void list(V &Visit, UnitParameter &S) {
  Visit("name", S.Name, {.Least = 1});
  Visit("value", S.Value, {.Says = "as Verilog has it", .Least = 1});
}
template <typename V> void list(V &Visit, NetlistUnit &S) {
  std::vector<UnitParameter> Parameters;
  for (const auto &[Name, Value] : S.Parameters)
    Parameters.push_back({Name, Value});
  Visit("module", S.Module, {.Says = "of rtl/", .Least = 1});
  Visit("parameters", Parameters);
  Visit("latency", S.Latency, {.Says = "[cycle]"});
  Visit("has_clock", S.HasClock);
  S.Parameters.clear();
  for (UnitParameter &P : Parameters)
    S.Parameters.emplace_back(std::move(P.Name), std::move(P.Value));
}
template <typename V> void list(V &Visit, Netlist &S) {
  Visit("name", S.Name, {.Least = 1});
  Visit("inputs", S.Inputs);
  Visit("outputs", S.Outputs);
  Visit("parameters", S.Parameters);
  Visit("sections", S.Sections);
  Visit("rings", S.Rings);
  Visit.unless("memories", S.Memories, std::vector<NetlistMemory>());
  Visit("units", S.Units);
  Visit("cells", S.Cells);
}

namespace {
struct NetlistFile {
  std::vector<Netlist> Modules;
};
} // namespace
template <typename V> void list(V &Visit, NetlistFile &S) {
  Visit("modules", S.Modules);
}

static constexpr FileFormat NetlistFormat = {
    "roofline-netlist", 1, "netlist", "netlist",
    "Modules of a core as netlists of words. See docs/netlist.md."};

json::Value toJSON(const std::vector<Netlist> &Modules) {
  return writeJsonFile(NetlistFormat, NetlistFile{Modules});
}

Expected<std::vector<Netlist>> readNetlists(StringRef Text, StringRef Name) {
  NetlistFile File;
  if (Error E = readJsonFile(Text, Name, NetlistFormat, File))
    return E;
  for (const Netlist &N : File.Modules)
    if (auto Problem = checkNetlist(N))
      return jsonError(Name, "module '" + N.Name + "': " + *Problem);
  return std::move(File.Modules);
}

json::Value netlistSchema() { return schemaOf<NetlistFile>(NetlistFormat); }

} // namespace roofline
