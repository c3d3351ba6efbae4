// program.json: its fields.
#include "roofline/Programs/ProgramFile.h"

#include "roofline/Json/BaseFields.h"
#include "roofline/Json/JsonSchema.h"

using namespace llvm;

namespace roofline {

template <typename V> void list(V &Visit, ProgramFile::Pipe &S) {
  Visit("name", S.Name);
  Visit("depth", S.Depth, FromOne);
  Visit("packet_bytes", S.PacketBytes, FromZero);
}
template <typename V> void list(V &Visit, ProgramFile::Buffer &S) {
  Visit("buffer", S.Name);
  Visit("argument", S.Argument);
  Visit("type", S.Type, TypeText);
  Visit("elements", S.Elements);
  Visit("read", S.IsRead);
  Visit("written", S.IsWritten);
}
template <typename V> void list(V &Visit, ProgramFile::Scalar &S) {
  Visit("scalar", S.Name);
  Visit("argument", S.Argument);
  Visit("type", S.Type, TypeText);
}
template <typename V> void list(V &Visit, ProgramFile::Line &S) {
  Visit("name", S.Name);
  Visit("type", S.Type, TypeText);
  Visit("elements", S.Elements, FromOne);
  Visit("elements_in_memory", S.InMemory, FromZero);
}
template <typename V> void list(V &Visit, ProgramFile::Tile &S) {
  auto ListBox = [&](const char *Key, Box &B) {
    Visit.group(Key, [&](auto &In) {
      In("origin", B.Origin, FromZero);
      In("size", B.Size, FromOne);
    });
  };
  ListBox("own", S.Writes);
  ListBox("reads", S.Reads);
  Visit("delay_beats", S.Delay,
        {.Says = "[beat] from what a step takes to what it gives", .Least = 0});
}

/// Lists the fields of a chain of stages, or of tiles.
template <typename V> static void listStructure(V &Visit, ProgramFile &S) {
  static constexpr Rule Values = {.Each = &FromZero};
  Visit(
      "stage_delay_beats", S.StageDelay,
      {.Says = "[beat] from what a stage takes to what it gives", .Least = 0});
  Visit("pass_cycles", S.PassCycles,
        {.Says = "[cycle] of a pass in which a beat moves every cycle",
         .Least = 1});
  Visit("lines_of_a_stage", S.Lines);
  Visit("tiles", S.Tiles,
        {.Says = "[position] of a block: what each tile gives back, and what "
                 "it reads",
         .Least = 1});
  Visit("blocks", S.Blocks,
        {.Says = "of a pass, one after another: the values of the arguments "
                 "that say where",
         .Least = 1,
         .Each = &Values});
  Visit.either({"stage_delay_beats", "pass_cycles", "lines_of_a_stage"},
               {"tiles"});
}
template <typename V> void list(V &Visit, ProgramFile &S) {
  Visit("name", S.Name);
  Visit("kernel", S.Kernel);
  Visit("variant", S.Variant);
  Visit("dialect", S.Dialect);
  Visit("vector", S.Vector, FromOne);
  Visit("steps", S.Steps, {.Says = "[step] of a pass", .Least = 1});
  Visit("may_stop", S.MayStop,
        {.Says = "an argument says how many of the steps are done"});
  Visit("space", S.Space, {.Least = 1, .Most = 3, .Each = &FromOne});
  Visit("beats", S.Beats, FromZero);
  Visit("depth", S.Depth,
        {.Says = "[packet] of each pipe, where it was asked for", .Least = 1});
  Visit("kernels", S.Kernels,
        {.Says = "what a host starts; all at once where there are several",
         .Least = 1});
  Visit("pipes", S.Pipes);
  Visit("buffers", S.Buffers);
  Visit("scalars", S.Scalars);
  Visit("fields_after_a_pass", S.FieldBuffers,
        {.Says = "by field of an iteration: the argument whose buffer holds it "
                 "after a pass"});
  Visit("files", S.Files);
  listStructure(Visit, S);
}

static constexpr FileFormat ProgramFormat = {
    "roofline-program", 1, "program", "program",
    "Kernels, pipes, line buffers and arguments of an emitted OpenCL C or HLS "
    "C++ program. See docs/opencl.md and docs/hls.md."};

json::Value toJSON(const ProgramFile &P) {
  return writeJsonFile(ProgramFormat, P);
}

Expected<ProgramFile> readProgramFile(StringRef Text, StringRef Name) {
  ProgramFile P;
  if (Error E = readJsonFile(Text, Name, ProgramFormat, P))
    return E;
  return P;
}

json::Value programSchema() { return schemaOf<ProgramFile>(ProgramFormat); }

} // namespace roofline
