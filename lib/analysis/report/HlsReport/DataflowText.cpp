// The dataflow regions of a C++ kernel as text.
#include "HlsRows.h"

#include "roofline/Report/WrapText.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace roofline {
namespace {

/// Columns of the screen, and those of a row's name.
constexpr size_t Width = 100, NameWidth = 8;
/// Processes of a region on the first screen.
constexpr size_t MostProcesses = 8;

std::string processName(const DataflowProcess &P) {
  const std::string Line = std::to_string(P.Loc.Line);
  return StringRef(P.Name).ends_with(" " + Line) ? P.Name : P.Name + " " + Line;
}

class RegionPrinter {
public:
  RegionPrinter(const HlsResult &R, const DataflowResult &D, raw_ostream &OS,
                bool Verbose)
      : R(R), D(D), N(D.Region.Network), OS(OS), Verbose(Verbose) {}

  void print() {
    for (const RegionFinding &F : D.Region.Findings)
      printRow(OS, "rules", F.Text + place(F.Loc));
    if (!D.Run.Processes.empty())
      processes();
    if (D.Hop)
      printRow(OS, "hop", D.Hop->Text);
    for (const DataflowChange &C : D.Changes)
      printRow(OS, &C == &D.Changes.front() ? "stream" : "",
               formatv("{0:f1}x -> {1} cycles: {2}{3}; it is written and read "
                       "in one order",
                       double(D.Run.Cycles) / double(C.Cycles),
                       cycleText(double(C.Cycles)), C.Text, place(C.Loc))
                   .str());
    depths();
    if (Verbose)
      curve();
  }

private:
  static std::string place(const SourceLocation &Loc) {
    return Loc ? " (line " + std::to_string(Loc.Line) + ")" : "";
  }

  void processes() {
    const bool IsTop = D.Region.Function == R.Kernel->Name;
    OS << formatv("{0,-32}{1,14}{2,8}  {3}\n",
                  "dataflow" + (IsTop ? "" : " " + D.Region.Function),
                  "cycles alone", "busy", "waits [cycle]");
    for (size_t P = 0; P < N.Processes.size(); ++P) {
      if (!Verbose && P == MostProcesses) {
        printRow(
            OS, "",
            formatv("and {0} more: --verbose", N.Processes.size() - P).str());
        break;
      }
      const DataflowProcess &Process = N.Processes[P];
      OS << formatv("{0,-8}{1,-24}{2,14}{3,8}  ", "", processName(Process),
                    cycleText(double(Process.Cycles)), busy(P));
      wrapText(OS, waits(P), 56, 56, Width);
    }
    if (D.Run.isDeadlock())
      return printRow(OS, "", "never ends: " + stuckText(N, D.Run));
    printRow(OS, "",
             (IsTop ? "a call each " + cycleText(R.Estimate.Interval) +
                          " cycles; one after another "
                    : "one after another ") +
                 "the processes take " + cycleText(D.Sequential));
  }

  /// Share of the region's cycles in which process \p P does not wait.
  std::string busy(size_t P) const {
    if (D.Run.isDeadlock() || D.Run.Cycles == 0)
      return "";
    return busyText(N.Processes[P].Cycles, double(D.Run.Cycles));
  }

  std::string waits(size_t P) const {
    for (const StuckProcess &S : D.Run.Stuck)
      if (S.Process == P)
        return "for ever" + StringRef(waitText(N, S.Wait)).drop_front().str();
    std::vector<std::string> Texts;
    for (const DataflowWait &W : D.Run.Processes[P].Waits) {
      Texts.push_back(waitText(N, W));
      if (!Verbose)
        break;
    }
    return join(Texts, ", ");
  }

  static uint64_t words(const DataflowNetwork &N,
                        const std::vector<uint64_t> &Depths) {
    uint64_t Sum = 0;
    for (size_t F = 0; F < Depths.size(); ++F)
      Sum += Depths[F] * N.Fifos[F].Lanes;
    return Sum;
  }

  /// The pragmas that give each FIFO its depth of \p L.
  void pragmas(const LeastDepths &L) {
    for (size_t F = 0; F < N.Fifos.size(); ++F)
      if (L.Depths[F] != N.Fifos[F].Depth)
        printRow(OS, "",
                 formatv("  #pragma HLS stream variable={0} depth={1}",
                         N.Fifos[F].Name, L.Depths[F])
                     .str());
  }

  void depths() {
    std::vector<uint64_t> Declared;
    for (const Fifo &F : N.Fifos)
      Declared.push_back(F.Depth);
    const LeastDepths *Fastest = D.Curve.empty() ? nullptr : &D.Curve.back();
    if (D.Run.isDeadlock() && D.Least) {
      printRow(OS, "depths",
               formatv("with these it ends, after {0} cycles:",
                       cycleText(double(D.Least->Cycles)))
                   .str());
      return pragmas(*D.Least);
    }
    if (!D.Least)
      return;
    if (D.Least->Depths != Declared) {
      printRow(OS, "depths",
               formatv("{0} words of FIFOs instead of {1} take as many cycles:",
                       cycleText(double(words(N, D.Least->Depths))),
                       cycleText(double(words(N, Declared))))
                   .str());
      pragmas(*D.Least);
    }
    if (Fastest && Fastest->Cycles < D.Run.Cycles) {
      printRow(OS, "depths",
               formatv("{0:f2}x -> {1} cycles with {2} words:",
                       double(D.Run.Cycles) / double(Fastest->Cycles),
                       cycleText(double(Fastest->Cycles)),
                       cycleText(double(words(N, Fastest->Depths))))
                   .str());
      pragmas(*Fastest);
    }
  }

  void curve() {
    for (const LeastDepths &L : D.Curve) {
      std::string Text;
      for (size_t F = 0; F < N.Fifos.size(); ++F)
        Text += (F ? ", " : "") + N.Fifos[F].Name + " " +
                std::to_string(L.Depths[F]);
      printRow(OS, &L == &D.Curve.front() ? "curve" : "",
               formatv("{0} words: {1} cycles with {2}",
                       cycleText(double(words(N, L.Depths))),
                       cycleText(double(L.Cycles)), Text)
                   .str());
    }
  }

  const HlsResult &R;
  const DataflowResult &D;
  const DataflowNetwork &N;
  raw_ostream &OS;
  bool Verbose;
};

} // namespace

void printRow(raw_ostream &OS, StringRef Name, StringRef Text) {
  OS << Name;
  OS.indent(Name.size() < NameWidth ? NameWidth - Name.size() : 1);
  wrapText(OS, Text, std::max(NameWidth, Name.size() + 1), NameWidth, Width);
}

void printRegions(const HlsResult &R, raw_ostream &OS, bool Verbose) {
  for (const DataflowResult &D : R.Regions)
    RegionPrinter(R, D, OS, Verbose).print();
}

} // namespace roofline
