// loops.json: its fields.
#include "roofline/Codegen/LoopCoreFile.h"

#include "PredictionFields.h"

#include "roofline/Json/JsonSchema.h"
#include "roofline/Loops/MemoryBanks.h"

using namespace llvm;

namespace roofline {

template <typename V> void list(V &Visit, LoopCoreFile::Port &S) {
  Visit("port", S.Port);
  Visit("buffer", S.Buffer);
  Visit("type", S.Type, TypeText);
  Visit("bits", S.Bits, {.Says = "[bit] of a beat", .Least = 1, .Most = 64});
  Visit("first_element", S.FirstElement);
  Visit("counts", S.Counts,
        {.Says = "elements of each level of the walk, the innermost first",
         .Least = 1,
         .Each = &FromOne});
  Visit("strides", S.Strides,
        {.Says = "elements from one to the next, by level", .Least = 1});
  Visit.check(S.Counts.size() == S.Strides.size(), "strides",
              "a stride for each count is expected");
}
template <typename V> void list(V &Visit, LoopCoreFile::Scalar &S) {
  Visit("port", S.Port);
  Visit("argument", S.Argument);
  Visit("type", S.Type, TypeText);
  Visit("bits", S.Bits, {.Least = 1, .Most = 64});
}
template <typename V> void list(V &Visit, LoopCoreFile::Memory &S) {
  Visit("name", S.Name);
  Visit("words", S.Words, FromOne);
  Visit("bits", S.Bits, {.Says = "[bit] of a word", .Least = 1, .Most = 64});
  Visit(
      "copies", S.Copies,
      {.Says = "that hold the same words, for loads of one cycle", .Least = 1});
  Visit("banks", S.Banks,
        {.Says = "that part the words", .Least = 1, .Most = MaxMemoryBanks});
}
template <typename V> void list(V &Visit, LoopCoreFile::Loop &S) {
  Visit("line", S.Line, {.Says = "of the source; 0: the IR carries none"});
  Visit("interval", S.Interval,
        {.Says = "[cycle] from one iteration to the next", .Least = 1});
  Visit("bound", S.Bound,
        {.Says = "[cycle] no interval is below it", .Least = 1});
  Visit("depth", S.Depth, {.Says = "[cycle] of an iteration", .Least = 1});
  Visit("process", S.Process,
        {.Says = "loops of different ones run at the same time"});
}
template <typename V> void list(V &Visit, LoopCoreFile::Channel &S) {
  Visit("name", S.Name);
  Visit("words", S.Words, {.Says = "that it has room for", .Least = 2});
  Visit("bits", S.Bits, {.Says = "[bit] of a word", .Least = 1, .Most = 64});
}
template <typename V> void list(V &Visit, LoopCoreFile &S) {
  Visit("name", S.Name);
  Visit("kernel", S.Kernel);
  Visit("cycles", S.Cycles,
        {.Says = "of the launch, where no port waits", .Least = 1});
  Visit("timed_by_data", S.IsTimedByData,
        {.Says = "data decide how often loops run: cycles are those of random "
                 "data"});
  Visit("ports", S.Ports);
  Visit("scalars", S.Scalars);
  Visit("memories", S.Memories);
  Visit("loops", S.Loops);
  Visit("channels", S.Channels, {.Says = "between processes"});
  Visit("predicted", S.Predicted);
}

static constexpr FileFormat LoopCoreFormat = {
    "roofline-loop-core", 1, "loop core", "loop core",
    "Ports, memories, loops, and predicted cycles and resources of an emitted "
    "core of loops with memories. See docs/loops.md."};

json::Value toJSON(const LoopCoreFile &C) {
  return writeJsonFile(LoopCoreFormat, C);
}

Expected<LoopCoreFile> readLoopCoreFile(StringRef Text, StringRef Name) {
  LoopCoreFile C;
  if (Error E = readJsonFile(Text, Name, LoopCoreFormat, C))
    return E;
  return C;
}

json::Value loopCoreSchema() { return schemaOf<LoopCoreFile>(LoopCoreFormat); }

} // namespace roofline
