// core.json: its fields.
#include "roofline/Codegen/CoreFile.h"

#include "PredictionFields.h"

#include "roofline/Json/JsonSchema.h"

using namespace llvm;

namespace roofline {

template <> struct Names<ElementForm> {
  static constexpr auto &Values = ElementFormNames;
};
template <> struct Names<DelayCells> {
  static constexpr auto &Values = DelayCellsNames;
};
ROOFLINE_NAMES(CoreFile::Direction, "read", "write");

static constexpr Rule AnySizes = {.Least = 1, .Most = 3, .Each = &FromZero};

template <typename V> void list(V &Visit, CoreFile::Pipe &S) {
  Visit("from", S.Source);
  Visit("to", S.Target);
  Visit("buffer", S.Buffer);
  Visit("depth", S.Depth, FromOne);
}
template <typename V> void list(V &Visit, CoreFile::Shape &S) {
  static constexpr Rule Lengths = {.Least = 1, .Each = &FromOne};
  Visit("lanes", S.Lanes, FromOne);
  Visit("vector", S.Vector, FromOne);
  Visit("form", S.Form);
  Visit.unless("delays", S.Delays, DelayCells::ShiftRegisters,
               {.Says = "cells of the family that decided which delays are "
                        "block RAM"});
  Visit("tiles", S.Tiles,
        {.Says = "instead of lanes: the lengths of the tiles side by side, by "
                 "dimension [position]",
         .Least = 1,
         .Most = 3,
         .Each = &Lengths});
  Visit("tile_cycles", S.TileCycles,
        {.Says = "of all steps of a launch, by tile, dimension 0 first",
         .Each = &FromOne});
  Visit("pipes", S.Pipes, {.Says = "between tiles, in beats of a field"});
  Visit.together({"tiles", "tile_cycles", "pipes"});
}
template <typename V> void list(V &Visit, CoreFile::Scalar &S) {
  Visit("port", S.Port);
  Visit("argument", S.Argument);
  Visit("type", S.Type,
        {.Says = "uint of sizes at run time",
         .Pattern = "^(u?int|float)[0-9]+$"});
}
template <typename V> void list(V &Visit, CoreFile::StreamTransfer &S) {
  Visit("first_element", S.FirstElement,
        {.Says =
             "of the first beat; it may be negative where that vector begins "
             "before the window"});
  Visit("counts", S.Counts,
        {.Says = "by dimension: beats, rows, planes",
         .Least = 1,
         .Most = 3,
         .Each = &FromOne});
  Visit("pitches", S.Pitches,
        {.Says = "elements from one beat, row, plane to the next",
         .Least = 1,
         .Most = 3});
}
template <typename V> void list(V &Visit, CoreFile::StreamPort &S) {
  Visit("port", S.Port);
  Visit("buffer", S.Buffer);
  Visit("lane", S.Lane);
  Visit("type", S.Type, TypeText);
  Visit("tdata_bits", S.DataBits, {.Least = 8});
  Visit("first_element", S.FirstElement);
  Visit.unless("fields", S.Fields, 1u, {.Least = 2});
  Visit("pitch", S.Pitch);
  Visit.group("window", [&](auto &In) {
    In("origin", S.Origin, AnySizes);
    In("size", S.Size, AnySizes);
  });
  Visit("first_position", S.FirstPosition, FromZero);
  Visit("end_position", S.EndPosition, FromZero);
  Visit("first_step", S.FirstStep, FromZero);
  Visit("end_step", S.EndStep, FromZero);
  Visit("beats", S.Beats, {.Says = "of a launch", .Least = 0});
  Visit("transfers", S.Transfers,
        {.Says = "the elements of the beats, in their order, dimension 0 "
                 "fastest"});
}
template <typename V> void list(V &Visit, CoreFile::Result &S) {
  Visit("port", S.Port);
  Visit("initial_port", S.InitialPort);
  Visit("buffer", S.Buffer);
  Visit("element", S.Element);
  Visit("operator", S.Operator);
  Visit("type", S.Type, TypeText);
}
template <typename V> void list(V &Visit, CoreFile::Rows &S) {
  Visit.says("where the bytes are not one run: rows at a pitch, of planes at "
             "one");
  Visit("bytes", S.Bytes, FromOne);
  Visit("pitch_bytes", S.Pitch, FromOne);
  Visit("rows", S.Number, {.Says = "of a plane", .Least = 1});
  Visit("plane_pitch_bytes", S.PlanePitch, FromOne);
}
template <typename V> void list(V &Visit, CoreFile::Master &S) {
  Visit("port", S.Port);
  Visit("buffer", S.Buffer);
  Visit("lane", S.Lane);
  Visit("direction", S.Access);
  Visit("base_port", S.BasePort);
  Visit("first_byte", S.FirstByte, FromZero);
  Visit("bytes", S.Bytes, FromZero);
  Visit("rows", S.InRows);
  Visit("error_bit", S.ErrorBit);
}
template <typename V> void list(V &Visit, CoreFile::MemoryPorts &S) {
  static constexpr const char *Interfaces[] = {"axi4"};
  static constexpr uint32_t Buses[] = {32, 64, 128, 256, 512, 1024};
  static constexpr uint32_t Bursts[] = {4, 8, 16, 32, 64, 128, 256};
  Visit.says("AXI4 masters that move the streams; absent where those are "
             "ports");
  Visit.derived("interface", std::string("axi4"), {.OneOf = Interfaces});
  Visit("data_bits", S.Bus.DataBits, {.OneOfNumbers = Buses});
  Visit("address_bits", S.Bus.AddressBits, {.Least = 32, .Most = 64});
  Visit("burst_words", S.Bus.Burst, {.OneOfNumbers = Bursts});
  Visit("outstanding_bursts", S.Bus.Outstanding, {.Least = 2, .Most = 32});
  Visit("masters", S.Masters);
}
template <typename V> void list(V &Visit, CoreFile::PassResult &S) {
  Visit("argument", S.Argument);
  Visit("base_port", S.BasePort);
  Visit("base_ports", S.BasePorts,
        {.Says = "after another number of passes, modulo their number"});
}
template <typename V> void list(V &Visit, CoreFile::AllPasses &S) {
  Visit.says("of an iterated kernel, which the core does alone");
  Visit("passes", S.Passes, FromOne);
  Visit("steps", S.Steps, FromOne);
  Visit("steps_per_pass", S.StepsPerPass, FromOne);
  Visit("steps_of_last_pass", S.StepsOfLastPass, FromOne);
  Visit("cycles", S.Cycles,
        {.Says = "from start to done, of all passes", .Least = 1});
  Visit("last_steps_bits", S.LastStepsBits,
        {.Says = "[bit] of port last_steps, where a pass can stop early",
         .Least = 1});
  Visit("results", S.Results,
        {.Says = "by argument, the base address of the buffer that holds it at "
                 "the end"});
}
template <typename V> void list(V &Visit, BlockPlace &S) {
  Visit("origin", S.Origin, FromZero);
  Visit("first", S.First, FromZero);
  Visit("end", S.End, FromOne);
}
template <typename V> void list(V &Visit, CoreFile::FieldPlace &S) {
  Visit("field", S.Field);
  Visit("buffer", S.Buffer);
}
template <typename V> void list(V &Visit, CoreFile::OnePass &S) {
  Visit.says("a launch is one pass of several steps of an iterated kernel");
  Visit("steps", S.Steps, FromOne);
  Visit("steps_a_pass", S.StepsPerPass, FromOne);
  Visit("passes", S.Passes, FromOne);
  Visit("steps_of_last_pass", S.StepsOfLastPass, FromOne);
  Visit("blocks", S.Blocks,
        {.Says = "by dimension: where each block is and which of its positions "
                 "are right"});
  Visit("results", S.Results,
        {.Says = "the argument whose buffer holds each field after a pass"});
}
template <typename V> void list(V &Visit, CoreFile::SizedTransfer &S) {
  Visit("first_element", S.FirstElement);
  Visit("counts", S.Counts, {.Least = 1, .Most = 3});
  Visit("pitches", S.Pitches, {.Least = 1, .Most = 3});
}
template <typename V> void list(V &Visit, CoreFile::SizedPort &S) {
  Visit("port", S.Port);
  Visit.unless("beats", S.Beats, std::string(),
               {.Says = "absent where it is no polynomial of the values"});
  Visit("transfers", S.Transfers,
        {.Says = "none where one of the numbers is no such polynomial"});
}
template <typename V> void list(V &Visit, CoreFile::SizeValue &S) {
  Visit("port", S.Port);
  Visit("argument", S.Argument);
  Visit("least", S.Least, FromOne);
  Visit("most", S.Most, FromOne);
  Visit("multiple", S.Multiple, FromOne);
}
template <typename V> void list(V &Visit, CoreFile::RunTimeSizes &S) {
  Visit.says("launch values that the core takes at run time; the numbers "
             "elsewhere are those of the greatest ones, and texts here say how "
             "they follow");
  Visit("values", S.Values, {.Least = 1});
  Visit(
      "settle_cycles", S.SettleCycles,
      {.Says = "before a start, from which on they are constant", .Least = 1});
  Visit.unless("launch_cycles", S.LaunchCycles, std::string(),
               {.Says = "absent with memory masters, whose bursts are no "
                        "polynomial"});
  Visit("inputs", S.Inputs);
  Visit("outputs", S.Outputs);
}
template <typename V> void list(V &Visit, CoreFile &S) {
  Visit("name", S.Name);
  Visit("kernel", S.Kernel);
  Visit("source", S.Source);
  Visit("variant", S.Variant);
  Visit("design", S.Design);
  Visit("space", S.Space, AnySizes);
  Visit("latency_cycles", S.Latency, FromZero);
  Visit("launch_cycles", S.LaunchCycles,
        {.Says = "of one launch of the kernel, or of its pass", .Least = 1});
  Visit("cycles_per_step", S.CyclesPerStep, FromOne);
  Visit("scalars", S.Scalars);
  Visit("inputs", S.Inputs);
  Visit("outputs", S.Outputs);
  Visit("reductions", S.Reductions);
  Visit("at_run_time", S.AtRunTime);
  Visit("iteration", S.Iteration);
  Visit("predicted", S.Predicted);
  Visit("memory", S.Memory);
  Visit("passes", S.Passes);
  Visit("files", S.Files);
}

static constexpr FileFormat CoreFormat = {
    "roofline-core", 1, "core", "core",
    "Ports, latency, and predicted cycles and resources of an emitted core. "
    "See docs/verilog.md."};

std::string innerName(const CoreFile &C) {
  StringRef Name = C.Name;
  if (C.Passes)
    Name.consume_back("_passes");
  else if (C.Memory)
    Name.consume_back("_axi");
  return Name.str();
}

json::Value toJSON(const CoreFile &C) { return writeJsonFile(CoreFormat, C); }

Expected<CoreFile> readCoreFile(StringRef Text, StringRef Name) {
  CoreFile C;
  if (Error E = readJsonFile(Text, Name, CoreFormat, C))
    return E;
  return C;
}

json::Value coreSchema() { return schemaOf<CoreFile>(CoreFormat); }

} // namespace roofline
