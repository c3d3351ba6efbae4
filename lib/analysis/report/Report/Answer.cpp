// The first screen of a report: how fast, why, and what to do.
#include "roofline/Report/Answer.h"

#include "MemoryWords.h"

#include "roofline/Kernel/LaunchSymbols.h"
#include "roofline/Report/ClosedForm.h"
#include "roofline/Report/WrapText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace roofline {
namespace {

/// Columns of the screen, and those of a row's name.
constexpr size_t ScreenWidth = 100, RowNameWidth = 8;
/// Rows of each kind that are shown; further ones are in the long form.
constexpr size_t MostChanges = 2, MostNotes = 2, MostUnknowns = 4,
                 MostLoops = 4;

std::string wholePercent(double Fraction) {
  return formatv("{0:f0} %", Fraction * 100).str();
}

class AnswerPrinter {
public:
  AnswerPrinter(const AnalysisResult &R, raw_ostream &OS) : R(R), OS(OS) {}

  void print() {
    if (R.IsPriced && R.Bound.Blocks.empty()) {
      headline(R.Kernel->Name + " on " + R.Board +
               ": nothing to do: the kernel has no operations");
      OS << '\n';
      return;
    }
    verdict();
    launch();
    unknowns();
    if (hasTime()) {
      why();
      changes();
      lineBuffers();
      places();
      memory();
    } else {
      intervals();
      forms();
    }
    notes();
    more();
    OS << '\n';
  }

  /// Returns the options that give what is missing; adds what no option gives
  /// to \p Others.
  std::vector<std::string>
  bindingOptions(std::vector<const MissingInput *> &Others) const {
    std::vector<std::string> Options;
    for (const MissingInput &M : missing()) {
      StringRef Hint = M.Hint;
      if (!Hint.consume_front("bind with "))
        Others.push_back(&M);
      else if (!is_contained(Options, optionOf(Hint)))
        Options.push_back(optionOf(Hint));
    }
    return Options;
  }

  std::vector<AnswerRow> Rows; ///< printed so far

private:
  void headline(const std::string &Line) {
    Rows.push_back({"", Line});
    OS << Line << '\n';
  }

  /// A time of one work-item tells nobody anything.
  bool hasTime() const {
    return R.IsPriced ? tellsTime(R) : R.complete() && !R.Roofs.empty();
  }

  /// Prints a row \p Name of words that break at the screen's edge.
  void row(StringRef Name, StringRef Text, size_t Indent = RowNameWidth) {
    Rows.push_back({Name.str(), Text.str()});
    OS << Name;
    OS.indent(Name.size() < RowNameWidth ? RowNameWidth - Name.size() : 1);
    wrapText(OS, Text, std::max(RowNameWidth, Name.size() + 1), Indent,
             ScreenWidth);
  }

  std::string loopText(uint32_t Id) const {
    return "the loop at line " + lineText(*R.Kernel, R.Kernel->Loops[Id].Loc);
  }

  // How fast
  // -------------------------------------------------------------------

  void verdict() {
    std::string Line = R.Kernel->Name + " on " + R.Board + ": ";
    if (!hasTime())
      Line += "the time depends on what is not known yet";
    else if (R.OnBoard)
      Line += boardTime();
    else if (R.IsPriced)
      Line += timeBoundText(R) + secondsText(R.time().value()) + "   (model " +
              modelName(R) + ")";
    else
      Line += "no less than " +
              secondsText(R.Roofs.front().Requested.Time.value()) +
              "   (limit: " + R.Roofs.front().Requested.Limit + ")";
    if (R.SourceTime && hasTime())
      Line += formatv("   {0:f1}x, the source takes {1}",
                      R.SourceTime->value() / R.time().value(),
                      secondsText(R.SourceTime->value()));
    headline(Line);
    if (!hasTime())
      return;
    if (R.OnBoard && R.OnBoard->doubt() != Doubt::None)
      row("rough", doubtText(R.OnBoard->doubt()));
    if (R.Fit)
      row("fits", fitText());
  }

  std::string boardTime() const {
    const BoardEstimate &E = *R.OnBoard;
    std::string Text = timeBoundText(R) + secondsText(E.Time.value());
    if (E.doubt() != Doubt::None)
      return Text;
    return Text + "   (likely " + secondsText(E.Fastest->value()) + " to " +
           secondsText(E.Slowest->value()) + ")";
  }

  std::string fitText() const {
    const Utilization Used = R.Fit->used();
    const std::string Exceeded = R.Fit->exceeded();
    std::string Text =
        formatv("{0}{1} logic, {2} memory blocks, {3} DSP, about {4:f0} MHz",
                R.Fit->Missing.empty() ? "" : "at least ",
                wholePercent(Used.Logic), wholePercent(Used.Memory),
                wholePercent(Used.Dsp), R.Fit->Clock.value() / 1e6);
    return Exceeded.empty() ? Text
                            : "NO: too little " + Exceeded + " (" + Text + ")";
  }

  void launch() {
    std::vector<std::string> Parts;
    if (R.L.Dimensions)
      Parts.push_back(sizesText(R.L.Global) + " work-items");
    else if (R.Bound.SingleWorkItem)
      Parts.push_back("one work-item");
    if (R.L.Local)
      Parts.push_back("groups of " + sizesText(*R.L.Local));
    for (const auto &[Name, Value] : argumentTexts(R.L))
      Parts.push_back(Name + " = " + Value);
    if (Parts.empty())
      return;
    if (!R.LaunchFile.empty())
      Parts.push_back("as in " + R.LaunchFile);
    row("for", join(Parts, ", "));
  }

  std::string sizesText(const std::array<uint64_t, 3> &Sizes) const {
    uint32_t Dimensions = std::max(1u, R.L.Dimensions);
    for (uint32_t D = 0; D < 3; ++D)
      if (Sizes[D] > 1)
        Dimensions = std::max(Dimensions, D + 1);
    SmallVector<std::string, 3> Parts;
    for (uint32_t D = 0; D < Dimensions; ++D)
      Parts.push_back(std::to_string(Sizes[D]));
    return join(Parts, " x ");
  }

  // What is not known
  // -------------------------------------------------------------------

  ArrayRef<MissingInput> missing() const {
    return R.IsPriced ? R.Bound.Missing : R.Counts.Missing;
  }

  /// The options that say all that is asked for, to be pasted; then what no
  /// option says.
  void unknowns() {
    if (R.complete())
      return;
    std::vector<const MissingInput *> Others;
    const std::vector<std::string> Options = bindingOptions(Others);
    if (!Options.empty())
      row("add", join(Options, " ") + " (or --init-launch FILE)");
    if (any_of(R.Kernel->Loops, [](const Loop &L) {
          return L.Trip.K == TripCount::Kind::Unknown;
        }))
      row("or", "let a run count what data decide: " + profileCommand());
    for (const MissingInput *M : ArrayRef(Others).take_front(MostUnknowns))
      row("unknown",
          M->What + (M->Loc ? " at line " + lineText(*R.Kernel, M->Loc) : "") +
              (M->Hint.empty() ? "" : ": " + M->Hint));
    if (Others.size() > MostUnknowns)
      row("", "and " + std::to_string(Others.size() - MostUnknowns) + " more");
  }

  std::string profileCommand() const {
    auto Sizes = [&](const std::array<uint64_t, 3> &S) {
      std::string Text = std::to_string(S[0]);
      for (uint32_t D = 1; D < R.L.Dimensions; ++D)
        Text += "," + std::to_string(S[D]);
      return Text;
    };
    std::string Text =
        "roofline profile " +
        (R.Kernel->Loc.File.empty() ? "FILE" : R.Kernel->Loc.File) +
        " --kernel " + R.Kernel->Name;
    if (R.L.Dimensions)
      Text += " --global " + Sizes(R.L.Global);
    if (R.L.Local)
      Text += " --local " + Sizes(*R.L.Local);
    const auto Given = argumentTexts(R.L);
    for (const auto &[Name, Value] : Given)
      Text += " --arg " + Name + "=" + Value;
    for (const KernelArg &A : R.Kernel->Args)
      if (A.K == KernelArg::Kind::Scalar && A.Element.Lanes == 1 &&
          none_of(Given, [&](const auto &G) { return G.first == A.Name; }))
        Text += " --arg " + A.Name + "=";
    return Text +
           " (--buffer NAME=FILE gives the data), then analyze --profile";
  }

  /// "--arg N=" of "--arg N=VALUE", "--global X,Y" by the dimensions in use.
  std::string optionOf(StringRef Hint) const {
    Hint = Hint.take_until([](char C) { return C == ';'; });
    if (auto [Option, Sizes] = Hint.split(' '); Sizes.starts_with("X["))
      return (Option + " " +
              StringRef("X,Y,Z").take_front(2 * usedDimensions(*R.Kernel) - 1))
          .str();
    for (StringRef Value : {"VALUE", "COUNT"})
      if (Hint.consume_back(Value))
        break;
    return Hint.str();
  }

  /// What holds for every launch: how far apart the passes of a loop are.
  void intervals() {
    if (!R.IsPriced)
      return;
    for (uint32_t Id = 0; Id < R.Kernel->Loops.size(); ++Id)
      if (const auto Forced = forcedInterval(R, Id))
        row("passes", formatv("of {0} are {1} cycles apart: {2}", loopText(Id),
                              countText(Forced->Cycles),
                              dependenceText(R, Id, Forced->Dependence))
                          .str());
  }

  void forms() {
    if (!R.IsPriced)
      return;
    size_t Shown = 0;
    for (uint32_t I = 0; I < R.Bound.Blocks.size() && Shown < MostLoops; ++I) {
      const BoundBlock &B = R.Bound.Blocks[I];
      if (!B.Loop && !R.Kernel->Loops.empty())
        continue;
      const ClosedForm Form = closedForm(R, I);
      const char *Is = Form.AtMost ? "at most " : "";
      row(Shown++ ? "" : "cycles",
          Is + Form.CompMin +
              (Form.MemTrans.empty()
                   ? ""
                   : ", and " + (Is + Form.MemTrans) + " words of memory") +
              (B.Loop ? ": " + loopText(*B.Loop) : std::string()));
    }
    if (Shown && !R.Bound.KnowsWorkItems)
      row("", "(WI: work-items)");
  }

  // Why
  // -------------------------------------------------------------------

  void why() {
    if (!R.IsPriced)
      return;
    row("why", R.OnBoard ? boardReason() : modelReason());
  }

  std::string boardReason() const {
    const BoardEstimate &E = *R.OnBoard;
    const Pipeline &P = E.Pipelines[E.Limiting];
    switch (E.limit()) {
    case BoardLimit::Latency:
      return formatv("too few work-items are under way: each takes {0} cycles "
                     "from end to end",
                     largeText(E.LatencyCycles));
    case BoardLimit::Memory:
      return formatv("memory is busy all the time: {0} words of {1} B{2}",
                     largeText(E.words()), countText(R.Bound.TransactionWidth),
                     mostWordsText(R));
    case BoardLimit::Passes:
      break;
    }
    std::string Text = P.Loop
                           ? formatv("{0} runs {1} times, ", loopText(*P.Loop),
                                     largeText(P.Passes))
                                 .str()
                           : formatv("{0} work-items pass the kernel's body, ",
                                     largeText(P.Passes))
                                 .str();
    if (P.Interval <= 1)
      return Text + "one pass per cycle";
    Text += "a pass each " + countText(P.Interval) + " cycles";
    const std::string Reason = intervalText(R, P);
    return Reason.empty() ? Text : Text + ": " + Reason;
  }

  std::string modelReason() const {
    const uint32_t Block = R.Priced.LimitingBlock;
    const BoundBlock &B = R.Bound.Blocks[Block];
    std::string Text = std::string(limitOf(R, Block)) + " of ";
    Text += B.Loop
                ? loopText(*B.Loop)
                : "the block at line " +
                      lineText(*R.Kernel, R.Kernel->Nodes[B.Node].Range.Begin);
    if (!B.Loop)
      return Text;
    if (const auto Forced = forcedInterval(R, *B.Loop))
      Text +=
          formatv(", a pass each {0} cycles: {1}", countText(Forced->Cycles),
                  dependenceText(R, *B.Loop, Forced->Dependence));
    return Text;
  }

  // What to do
  // -------------------------------------------------------------------

  void changes() {
    size_t Number = 0;
    for (const Advice &A : ArrayRef(R.Advices).take_front(MostChanges))
      change(++Number, A);
    if (R.Together)
      change(++Number, *R.Together);
  }

  void change(size_t Number, const Advice &A) {
    std::string Text = formatv("{0}. {1,6:f1}x", Number, A.Gain).str();
    if (const auto &C = A.OnBoard)
      Text += formatv(" -> {0,7}", secondsText(C->Changed.value()));
    Text += "  " + A.Text;
    if (A.OnBoard) {
      if (const auto &Used = A.OnBoard->Used)
        Text += "; " + mostUsed(*Used);
      if (!A.OnBoard->WhatIf.empty())
        Text += " (--what-if " + A.OnBoard->WhatIf + ")";
    }
    row(Number == 1 ? "do" : "", Text, RowNameWidth + 3);
  }

  /// "79 % DSP": the resource of which least is left.
  static std::string mostUsed(const Utilization &U) {
    const std::pair<double, const char *> Shares[] = {
        {U.Logic, "logic"}, {U.Memory, "memory blocks"}, {U.Dsp, "DSP"}};
    const auto &Most = *max_element(
        Shares, [](const auto &A, const auto &B) { return A.first < B.first; });
    return wholePercent(Most.first) + " " + Most.second;
  }

  // Where
  // -------------------------------------------------------------------

  void places() {
    if (!R.OnBoard || R.OnBoard->Pipelines.size() < 2)
      return;
    std::vector<std::pair<double, const Pipeline *>> Shares;
    for (const Pipeline &P : R.OnBoard->Pipelines)
      Shares.push_back(
          {std::min(1.0, P.Cycles / std::max(1.0, R.OnBoard->Cycles)), &P});
    stable_sort(Shares,
                [](const auto &A, const auto &B) { return A.first > B.first; });
    std::string Text;
    for (auto [Share, P] : ArrayRef(Shares).take_front(MostLoops)) {
      constexpr double Marks = 10, LeastShown = 0.005;
      if (Share < LeastShown)
        break;
      Text += formatv(
          "{0}line {1} {2} {3}", Text.empty() ? "" : "   ",
          lineText(*R.Kernel,
                   P->Loop ? R.Kernel->Loops[*P->Loop].Loc : R.Kernel->Loc),
          std::string(size_t(std::max(1.0, std::round(Share * Marks))), '#'),
          wholePercent(Share));
    }
    row("where", Text);
  }

  /// A core reads a neighbourhood from line buffers, each byte of it once.
  void lineBuffers() {
    constexpr double LeastGain = 2;
    const Count &Bytes = R.Counts.Compulsory;
    if (!R.OnBoard || !Bytes.Most || Bytes.IsSampled ||
        !R.Kernel->LocalArrays.empty() || !readsNeighbours(R))
      return;
    const BoardEstimate &E = *R.OnBoard;
    const double Once = *Bytes.Most / R.Bound.TransactionWidth;
    if (!(Once > 0 && E.words() >= LeastGain * Once))
      return;
    const double Seconds = E.MemoryCycles / R.Bound.Clock;
    row("or",
        formatv("read each byte once, as a core with line buffers does: "
                "{5}{0} words for {1}, {2} of memory's time for {3}; roofline "
                "explore "
                "{4} --designs core",
                largeText(Once), largeText(E.words()),
                secondsText(Seconds * Once / E.words()), secondsText(Seconds),
                R.Kernel->Loc.File.empty() ? "FILE" : R.Kernel->Loc.File,
                Bytes.isExact() ? "" : "at most ")
            .str());
  }

  void memory() {
    if (!R.OnBoard || R.OnBoard->LaunchReplay.Units.empty())
      return;
    std::vector<std::string> Parts;
    for (const auto &[Name, Object] : wordsByObject(R))
      Parts.push_back((Name + " " + largeText(Object.Words)).str());
    row("memory", join(Parts, ", ") + " words of " +
                      countText(R.Bound.TransactionWidth) + " B");
  }

  // What else
  // -------------------------------------------------------------------

  void notes() {
    std::vector<std::string> Notes;
    for (const LoopWarning &W : R.Warnings)
      Notes.push_back(W.Text);
    append_range(Notes, R.Guards);
    for (const std::string &Note : ArrayRef(Notes).take_front(MostNotes))
      row("note", Note);
    if (Notes.size() > MostNotes)
      row("", "and " + std::to_string(Notes.size() - MostNotes) +
                  " more with --verbose");
  }

  void more() {
    row("more",
        R.IsPriced ? "--verbose (each pipeline and access, W, Q and I, roofs), "
                     "--html PAGE, roofline explore"
                   : "--verbose (W, Q and I, each roof), --html PAGE");
  }

  const AnalysisResult &R;
  raw_ostream &OS;
};

} // namespace

std::vector<AnswerRow> answerRows(const AnalysisResult &R) {
  AnswerPrinter Printer(R, nulls());
  Printer.print();
  return std::move(Printer.Rows);
}

SourceLocation limitingPlace(const AnalysisResult &R) {
  if (!R.IsPriced || R.Bound.Blocks.empty())
    return {};
  const KernelSummary &Kernel = *R.Kernel;
  if (!R.OnBoard) {
    const BoundBlock &B = R.Bound.Blocks[R.Priced.LimitingBlock];
    return B.Loop ? Kernel.Loops[*B.Loop].Loc
                  : Kernel.Nodes[B.Node].Range.Begin;
  }
  if (R.OnBoard->limit() == BoardLimit::Memory)
    if (const MemoryAccess *A = mostWanted(R))
      return A->Loc;
  const Pipeline &P = R.OnBoard->Pipelines[R.OnBoard->Limiting];
  return P.Loop ? Kernel.Loops[*P.Loop].Loc : Kernel.Loc;
}

void printAnswer(const AnalysisResult &R, raw_ostream &OS) {
  AnswerPrinter(R, OS).print();
}

std::vector<std::string> bindingOptions(const AnalysisResult &R) {
  std::vector<const MissingInput *> Others;
  return AnswerPrinter(R, nulls()).bindingOptions(Others);
}

} // namespace roofline
