// Measured streams of a board, in CSV, and a device file of what they show.
#include "roofline/DeviceFiles/StreamTimes.h"

#include "roofline/DeviceFiles/YamlReader.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/LineIterator.h"
#include "llvm/Support/YAMLTraits.h"

#include <cmath>

using namespace llvm;

namespace roofline {
namespace {

constexpr StringLiteral Header = "reads,writes,width,in,size,clock,time";

/// Fields of a row, each checked; the first problem is kept.
class RowReader {
public:
  explicit RowReader(StringRef Line) { Line.split(Fields, ','); }

  template <typename T> void number(T &Out, const char *Name, bool MayBeZero) {
    const StringRef Text = next();
    double Value;
    if (Text.getAsDouble(Value) || !std::isfinite(Value) ||
        !(MayBeZero ? Value >= 0 : Value > 0) || double(T(Value)) != Value)
      wrong(Text, Name);
    else
      Out = T(Value);
  }
  void place(bool &IsInterleaved) {
    const StringRef Text = next();
    IsInterleaved = Text == "interleaved";
    if (!IsInterleaved && Text != "one bank")
      wrong(Text, "place: 'one bank' or 'interleaved'");
  }
  std::string problem() const {
    return Problem.empty() && Number != Fields.size()
               ? "7 fields are expected: " + Header.str()
               : Problem;
  }

private:
  StringRef next() {
    return Number < Fields.size() ? Fields[Number++].trim() : "";
  }
  void wrong(StringRef Text, const char *Name) {
    if (Problem.empty())
      Problem = ("'" + Text + "' is no " + Name).str();
  }

  SmallVector<StringRef, 8> Fields;
  size_t Number = 0;
  std::string Problem;
};

} // namespace

Expected<std::vector<StreamTime>> loadStreamTimes(StringRef Path) {
  auto Text = YamlReader::load(Path);
  if (!Text)
    return Text.takeError();
  std::vector<StreamTime> Runs;
  bool HasHeader = false;
  for (line_iterator Line(**Text, /*SkipBlanks=*/true, '#'); !Line.is_at_eof();
       ++Line) {
    auto Fail = [&](const Twine &Message) {
      return createStringError(Path + ":" + Twine(Line.line_number()) + ": " +
                               Message);
    };
    if (!HasHeader) {
      if (Line->trim() != Header)
        return Fail("the header is expected: " + Header);
      HasHeader = true;
      continue;
    }
    StreamTime Run;
    RowReader Row(*Line);
    Row.number(Run.Reads, "number of reads", true);
    Row.number(Run.Writes, "number of writes", true);
    const bool IsEmpty = Run.Reads + Run.Writes == 0;
    Row.number(Run.Width, "width [byte]", IsEmpty);
    Row.place(Run.IsInterleaved);
    Row.number(Run.StreamBytes, "size [byte]", IsEmpty);
    Row.number(Run.Clock, "clock [MHz]", false);
    Row.number(Run.Seconds, "time [ms]", false);
    if (const std::string Problem = Row.problem(); !Problem.empty())
      return Fail(Problem);
    Run.Clock *= 1e6;
    Run.Seconds *= 1e-3;
    Runs.push_back(Run);
  }
  if (Runs.empty())
    return createStringError(Path + ":1: no measurement");
  return Runs;
}

std::string boardFile(StringRef Base, StringRef Description,
                      const BoardTimes &Times, const BoardTimes &Own) {
  std::string Out;
  raw_string_ostream OS(Out);
  auto Quoted = [](StringRef Text) {
    std::string Result;
    raw_string_ostream Stream(Result);
    printEscapedString(Text, Stream);
    return "\"" + Result + "\"";
  };
  auto Entry = [&](const char *Key, const std::optional<Sourced<double>> &Value,
                   const std::optional<Sourced<double>> &Before, double Factor,
                   const char *Unit) {
    if (Value && Value != Before)
      OS << formatv("  {0}: {{ value: {1:f3}, unit: {2}, source: {3} }\n", Key,
                    Value->Value / Factor, Unit, Quoted(Value->Source));
  };
  OS << formatv("format: roofline-device\nversion: 3\ndescription: {0}\n\n"
                "kind: fpga\nbase: {1}\nboard:\n",
                Quoted(Description), Quoted(Base));
  Entry("share", Times.Share, Own.Share, 0.01, "\"%\"");
  if (Times.Mixes != Own.Mixes) {
    OS << "  mixes:\n";
    for (const StreamMix &M : Times.Mixes)
      OS << formatv("    - {{ reads: {0}, writes: {1}, width: {2}, in: {3}, "
                    "share: {{ value: {4:f1}, unit: \"%\", source: {5} } }\n",
                    M.Reads, M.Writes, uint64_t(M.Width),
                    M.IsInterleaved ? "interleaved" : "one bank",
                    M.Share.Value * 100, Quoted(M.Share.Source));
  }
  Entry("read_ring", Times.ReadRing, Own.ReadRing, 1, "cycle/word");
  Entry("write_ring", Times.WriteRing, Own.WriteRing, 1, "cycle/word");
  Entry("write_hold", Times.WriteHold, Own.WriteHold, 1e-9, "ns/word");
  Entry("start", Times.Start, Own.Start, 1e-6, "us");
  Entry("overlap", Times.Overlap, Own.Overlap, 1, "\"1\"");
  Entry("error_low", Times.ErrorLow, Own.ErrorLow, 1, "\"1\"");
  Entry("error_high", Times.ErrorHigh, Own.ErrorHigh, 1, "\"1\"");
  return Out;
}

} // namespace roofline
