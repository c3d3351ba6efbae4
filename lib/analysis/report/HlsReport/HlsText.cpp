// The report of a C++ kernel as text: how fast, why, what to write instead.
#include "BusText.h"
#include "HlsRows.h"

#include "roofline/Report/AnalysisResult.h"
#include "roofline/Report/CountsReport.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace roofline {
namespace {

/// Rows of each kind on the first screen.
constexpr size_t MostLoops = 6, MostChanges = 3, MostOutcomes = 4,
                 MostUnknowns = 3, MostBuses = 3;

std::string rangeText(const CycleRange &R) {
  return R.Least == R.Most ? cycleText(R.Most)
                           : cycleText(R.Least) + " to " + cycleText(R.Most);
}

const char *kindText(DirectiveOutcome::Kind K) {
  static constexpr const char *Texts[] = {"applied", "subsumed", "no effect",
                                          "not modelled"};
  return Texts[size_t(K)];
}

class HlsPrinter {
public:
  HlsPrinter(const HlsResult &R, raw_ostream &OS, bool Verbose)
      : R(R), OS(OS), Verbose(Verbose) {}

  void print() {
    verdict();
    if (!R.LaunchFile.empty())
      row("for", R.Kernel->Name + ", as in " + R.LaunchFile);
    resources();
    missing();
    why();
    printRegions(R, OS, Verbose);
    loops();
    changes();
    buses();
    outcomes();
    if (Verbose) {
      inferences();
      roofs();
    } else {
      row("more", "--verbose (all loops, arrays, pragmas, roofs), --html PAGE, "
                  "--json FILE, roofline explore");
    }
    OS << '\n';
  }

  std::vector<AnswerRow> Rows; ///< printed so far

private:
  void row(StringRef Name, StringRef Text) {
    // "do    1." is the row "do", and "      2." one below it.
    Rows.push_back({Name.split(' ').first.str(), Text.str()});
    printRow(OS, Name, Text);
  }

  void verdict() {
    const double PerSecond = R.Options.Clock.value();
    std::string Line = formatv(
        "{0} on {1} at {2:f0} MHz: {3}{4} cycles, {5}{6}", R.Kernel->Name,
        R.Device, PerSecond / 1e6,
        R.Estimate.Missing.empty() ? "" : "at least ",
        rangeText(R.Estimate.Latency),
        R.Estimate.Latency.Least == R.Estimate.Latency.Most
            ? ""
            : secondsText(R.Estimate.Latency.Least / PerSecond) + " to ",
        secondsText(R.time().value()));
    if (R.Source)
      Line += formatv("   {0:f1}x, the source takes {1}",
                      R.Source->Most / R.Estimate.Latency.Most,
                      cycleText(R.Source->Most));
    Rows.push_back({"", Line});
    OS << Line << '\n';
  }

  void resources() {
    const VitisResources &U = R.Estimate.Resources;
    if (!R.Estimate.Doubt.empty())
      return row("fits", "NO: " + R.Estimate.Doubt);
    std::string Text;
    const FabricResources Need = fabricOf(U);
    bool Fits = true;
    auto Add = [&](StringRef Name, double Number, double Available) {
      Text += (Text.empty() ? "" : ", ") + cycleText(Number) + " " + Name.str();
      if (Available > 0)
        Text += formatv(" ({0})", percentText(Number / Available));
      Fits &= !(Available > 0) || Number <= Available;
    };
    const FabricResources Has = R.Fabric.value_or(FabricResources());
    Add("LUT", Need.Luts, Has.Luts);
    Add("FF", Need.Registers, Has.Registers);
    Add("DSP", Need.DspBlocks, Has.DspBlocks);
    Add("BRAM of 18 Kb", U.BlockRam, Has.MemoryBlocks * 2);
    if (U.UltraRam > 0)
      Add("URAM", U.UltraRam, R.Options.UltraRam.value_or(0));
    row("fits", (!R.Fabric ? "" : Fits ? "yes: " : "NO: ") + Text);
  }

  void missing() {
    for (const Unknown &U :
         ArrayRef(R.Estimate.Missing)
             .take_front(Verbose ? SIZE_MAX : MostUnknowns)) {
      std::string Text = U.Reason;
      if (U.Loc)
        Text += " (line " + lineText(*R.Kernel, U.Loc) + ")";
      if (U.K == Unknown::Kind::TripCount)
        Text += ": say it with #pragma HLS loop_tripcount min=.. max=..";
      row("unknown", Text);
    }
  }

  void why() {
    const std::optional<uint32_t> Id = limitingLoop(R);
    if (!Id)
      return;
    const VitisLoop &L = R.Estimate.Loops[*Id];
    std::string Text =
        formatv("{0} takes {1} % of the cycles: an iteration each {2}{3}",
                loopText(*R.Kernel, *Id),
                cycleText(std::min(
                    100.0, totalCycles(R, *Id) /
                               std::max(R.Estimate.Latency.Most, 1.0) * 100)),
                L.Interval == 1 ? "cycle" : cycleText(L.Interval) + " cycles",
                L.IntervalReason.empty() ? "" : ": " + L.IntervalReason);
    row("why", Text);
  }

  void loops() {
    if (R.Estimate.Loops.empty())
      return;
    std::vector<uint32_t> Shown;
    for (const VitisLoop &L : R.Estimate.Loops)
      Shown.push_back(L.Loop);
    if (!Verbose && Shown.size() > MostLoops) {
      stable_sort(Shown, [&](uint32_t A, uint32_t B) {
        return totalCycles(R, A) > totalCycles(R, B);
      });
      Shown.resize(MostLoops);
      llvm::sort(Shown);
    }
    OS << formatv("{0,-7} {1,-24}{2,9}{3,6}{4,7}{5,14}  {6}\n", "loops", "",
                  "trips", "II", "depth", "cycles", "what becomes of it");
    for (uint32_t Id : Shown) {
      const VitisLoop &L = R.Estimate.Loops[Id];
      unsigned Level = 0;
      for (auto P = R.Kernel->Loops[Id].Parent; P;
           P = R.Kernel->Loops[*P].Parent)
        ++Level;
      const std::string Name =
          std::string(std::min(2 * Level, 10u), ' ') +
          (R.Kernel->Loops[Id].Label.empty() ? "loop"
                                             : R.Kernel->Loops[Id].Label) +
          " " + lineText(*R.Kernel, R.Kernel->Loops[Id].Loc);
      OS << formatv(
          "{0,-7} {1,-24}{2,9}{3,6}{4,7}{5,14}  {6}\n", "", Name,
          cycleText(L.MostTrip), L.IsPipelined ? cycleText(L.Interval) : "",
          L.IsUnrolledInFull ? "" : cycleText(L.Depth),
          L.IsUnrolledInFull ? "" : cycleText(L.Latency.Most), becomesText(L));
    }
    if (Shown.size() < R.Estimate.Loops.size())
      row("", formatv("and {0} more: --verbose",
                      R.Estimate.Loops.size() - Shown.size())
                  .str());
  }

  void change(StringRef Name, const HlsChange &C) {
    row(Name, formatv("{0:f1}x -> {1} cycles: {2}{3}{4}",
                      R.Estimate.Latency.Most / C.After.Latency.Most,
                      cycleText(C.After.Latency.Most), join(C.Texts, "; "),
                      C.WhatIf.empty() ? "" : "   (try --what-if ",
                      C.WhatIf.empty() ? "" : C.WhatIf + ")")
                  .str());
  }

  void changes() {
    size_t Number = 0;
    for (const HlsChange &C : ArrayRef(R.Changes).take_front(MostChanges)) {
      ++Number;
      change(formatv("{0} {1}.", Number == 1 ? "do   " : "     ", Number).str(),
             C);
    }
    if (R.Best &&
        (R.Changes.empty() ||
         R.Best->After.Latency.Most < R.Changes.front().After.Latency.Most))
      change(Number ? "  best " : "do   ", *R.Best);
  }

  void buses() {
    std::vector<std::string> Lines, Advice;
    for (const BusUse &B : R.Estimate.Buses) {
      if (!B.IsBurst || Verbose)
        Lines.push_back(busText(R, B));
      const std::string Text = busAdvice(R, B);
      if (!Text.empty() && !is_contained(Advice, Text))
        Advice.push_back(Text);
    }
    const size_t Shown = Verbose ? Lines.size() : MostBuses;
    for (size_t I = 0; I < std::min(Shown, Lines.size()); ++I)
      row(I ? "" : "buses", Lines[I]);
    if (Shown < Lines.size())
      row("", formatv("and {0} more: --verbose", Lines.size() - Shown).str());
    for (size_t I = 0; I < std::min(Shown, Advice.size()); ++I)
      row("", "for bursts: " + Advice[I]);
  }

  void outcomes() {
    size_t Shown = 0;
    std::vector<std::string> Lines;
    for (const DirectiveOutcome &O : R.Estimate.Outcomes) {
      const Directive &D = R.Kernel->Directives[O.Directive];
      if (O.K == DirectiveOutcome::Kind::Applied && O.Reason.empty() &&
          !Verbose)
        continue;
      std::string Line = "line " + lineText(*R.Kernel, D.Loc) + ", " +
                         directiveText(D) + ": " + kindText(O.K);
      if (!O.Reason.empty())
        Line += ": " + O.Reason;
      if (!is_contained(Lines, Line))
        Lines.push_back(std::move(Line));
    }
    for (const std::string &Line : Lines) {
      if (!Verbose && Shown == MostOutcomes)
        return row("", formatv("and {0} more pragmas without effect: --verbose",
                               Lines.size() - Shown)
                           .str());
      row(Shown++ ? "" : "pragmas", Line);
    }
  }

  void inferences() {
    bool IsFirst = true;
    for (const Inference &I : R.Estimate.Inferences) {
      const std::string Subject =
          I.Loop ? loopText(*R.Kernel, *I.Loop) : I.Memory;
      row(IsFirst ? "unasked" : "", Subject + ": " + I.Text);
      IsFirst = false;
    }
  }

  void roofs() {
    const KernelCounts &K = R.Counts;
    if (R.Roofs.empty())
      return row("roofs", "unknown: " + unknownRoof(R));
    row("counts", formatv("W = {0} {1} operations, Q = {2} bytes of the "
                          "arguments, each once",
                          countText(*K.work().Most),
                          K.isFloat() ? "floating-point" : "integer",
                          countText(*K.Compulsory.Most))
                      .str());
    printRoofs(R.Roofs, OS);
  }

  const HlsResult &R;
  raw_ostream &OS;
  bool Verbose;
};

} // namespace

std::string becomesText(const VitisLoop &L) {
  if (L.IsUnrolledInFull)
    return "gone: unrolled in full";
  std::string Text = L.IsPipelined   ? "pipelined"
                     : L.IsFlattened ? "flattened"
                                     : "sequential";
  if (L.Factor > 1)
    Text += ", " + std::to_string(L.Factor) + " copies";
  return Text;
}

void printHlsBest(const HlsResult &R, raw_ostream &OS) {
  OS << formatv("{0} on {1} at {2:f0} MHz: {3} designs priced\n",
                R.Kernel->Name, R.Device, R.Options.Clock.value() / 1e6,
                cycleText(R.Priced));
  auto Row = [&](StringRef Name, const VitisEstimate &E) {
    OS << formatv("  {0,-8}{1,14} cycles {2,12}  {3,9} LUT {4,9} FF {5,6} DSP "
                  "{6,6} BRAM\n",
                  Name, cycleText(E.Latency.Most),
                  secondsText(E.Latency.Most / R.Options.Clock.value()),
                  cycleText(E.Resources.Lut), cycleText(E.Resources.FlipFlop),
                  cycleText(E.Resources.Dsp), cycleText(E.Resources.BlockRam));
  };
  Row("source", R.Estimate);
  if (!R.Fits) {
    OS << "no design fits\n\n";
    return;
  }
  if (!R.Best) {
    OS << "the source asks for the best design already\n\n";
    return;
  }
  Row("best", R.Best->After);
  OS << "for the best, the source has to say\n";
  for (const std::string &Text : R.Best->Texts)
    OS << "  " << Text << '\n';
  OS << "try it: roofline analyze --what-if " << R.Best->WhatIf << "\n\n";
}

std::vector<AnswerRow> answerRows(const HlsResult &R) {
  HlsPrinter Printer(R, nulls(), /*Verbose=*/false);
  Printer.print();
  return std::move(Printer.Rows);
}

void printHls(const HlsResult &R, raw_ostream &OS, bool Verbose) {
  HlsPrinter(R, OS, Verbose).print();
}

} // namespace roofline
