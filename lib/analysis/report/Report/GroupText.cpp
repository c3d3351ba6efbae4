// Launches that run at the same time, as text.
#include "roofline/Report/ApplicationReport.h"
#include "roofline/Report/DataflowWords.h"
#include "roofline/Report/WrapText.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace roofline {
namespace {

/// Columns of the screen, of a row's name, and of the waits.
constexpr size_t RowWidth = 100, LabelWidth = 10, WaitColumn = 56;

class GroupPrinter {
public:
  GroupPrinter(const ApplicationResult &R, const LaunchGroup &G,
               raw_ostream &OS, bool Verbose)
      : R(R), G(G), N(G.Run.Launches.Network), OS(OS), Verbose(Verbose) {}

  void print() {
    OS << '\n';
    if (!G.Run.Launches.Missing.empty())
      return notes();
    OS << formatv("{0,-32}{1,14}{2,8}  {3}\n", "  together", "cycles alone",
                  "busy", "waits [cycle]");
    for (uint32_t P = 0; P < G.Run.Launches.NumLaunches; ++P)
      process(P);
    if (G.Run.Cycles)
      row("", end());
    if (G.Run.Hop)
      row("hop", G.Run.Hop->Text);
    depths();
  }

private:
  void row(StringRef Name, const Twine &Text) {
    OS << "  " << Name;
    OS.indent(LabelWidth - 2 - Name.size());
    wrapText(OS, Text.str(), LabelWidth, LabelWidth, RowWidth);
  }

  /// Why the longest launch counts.
  void notes() {
    std::string Names;
    for (uint32_t Row : G.Rows)
      Names += (Names.empty() ? "" : ", ") + R.Rows[Row].Slowest.Kernel->Name;
    row("note", "the longest of " + Names +
                    " counts, since their waits for each other are not "
                    "followed:");
    for (const Unknown &U : G.Run.Launches.Missing)
      row("", Twine(U.Reason) + place(U.Loc));
  }

  static std::string place(const SourceLocation &Loc) {
    return Loc ? " (line " + std::to_string(Loc.Line) + ")" : "";
  }

  void process(uint32_t P) {
    const DataflowProcess &Process = N.Processes[P];
    std::string Name = Process.Name;
    if (Process.Loc)
      Name += " " + std::to_string(Process.Loc.Line);
    OS << formatv("    {0,-28}{1,14}{2,8}  ", Name,
                  cycleText(double(Process.Cycles)),
                  G.Run.Cycles ? busyText(Process.Cycles * G.Run.Launches.Calls,
                                          *G.Run.Cycles)
                               : "");
    wrapText(OS, waits(P), WaitColumn, WaitColumn, RowWidth);
  }

  std::string waits(uint32_t P) const {
    for (const StuckProcess &S : G.Run.Run.Stuck)
      if (S.Process == P)
        return "for ever" + StringRef(waitText(N, S.Wait)).drop_front().str() +
               lines(S.Wait);
    std::vector<std::string> Texts;
    for (const DataflowWait &W : G.Run.Run.Processes[P].Waits) {
      Texts.push_back(W.Index < G.Run.Launches.NumChannels
                          ? waitText(N, W) + lines(W)
                          : cycleText(double(W.Cycles)) + " for memory");
      if (!Verbose)
        break;
    }
    return join(Texts, ", ");
  }

  /// Where the channel that \p W is about is written and read.
  std::string lines(const DataflowWait &W) const {
    std::string Ends[2];
    for (const DataflowProcess &P : N.Processes)
      for (const FifoAccess &A : P.Accesses)
        if (A.Fifo == W.Index && Ends[A.IsWrite].empty())
          Ends[A.IsWrite] = std::to_string(A.Loc.Line);
    return " (lines " + Ends[1] + ", " + Ends[0] + ")";
  }

  std::string end() const {
    std::string Text = formatv("at {0:f0} MHz all end after {1} cycles, {2}",
                               G.Clock.value() / 1e6, cycleText(*G.Run.Cycles),
                               secondsText(*G.Run.Cycles / G.Clock.value()));
    if (G.Run.IsOfMemory)
      Text += ": the memory that they share takes as long";
    return Text + "; the longest alone takes " + secondsText(G.Longest);
  }

  /// `__attribute__((depth(N)))` of the channels for which it matters.
  void depths() {
    if (!G.Run.Least)
      return;
    const LeastDepths &Least = *G.Run.Least;
    uint64_t Before = 0, After = 0; // [packet]
    std::vector<std::string> Lines;
    for (uint32_t F = 0; F < G.Run.Launches.NumChannels; ++F) {
      const Fifo &Channel = N.Fifos[F];
      // A channel of depth 2 is what one without an attribute is.
      const uint64_t Depth = std::max<uint64_t>(2, Least.Depths[F]);
      Before += Channel.Depth * Channel.Lanes;
      After += Depth * Channel.Lanes;
      if (Depth != Channel.Depth)
        Lines.push_back(Channel.Name + " __attribute__((depth(" +
                        std::to_string(Depth) + ")))" + place(Channel.Loc));
    }
    if (Lines.empty())
      return;
    row("depths",
        G.Run.Run.isDeadlock()
            ? "with these all end, after " + cycleText(double(Least.Cycles)) +
                  " cycles:"
            : cycleText(double(After)) + " packets of channels instead of " +
                  cycleText(double(Before)) + " take as many cycles:");
    for (const std::string &Line : Lines)
      row("", "  channel " + Line);
  }

  const ApplicationResult &R;
  const LaunchGroup &G;
  const DataflowNetwork &N;
  raw_ostream &OS;
  bool Verbose;
};

} // namespace

void printGroup(const ApplicationResult &R, const LaunchGroup &G,
                raw_ostream &OS, bool Verbose) {
  GroupPrinter(R, G, OS, Verbose).print();
}

} // namespace roofline
