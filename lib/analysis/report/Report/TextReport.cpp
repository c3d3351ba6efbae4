// The report as text for a terminal.
#include "roofline/Report/TextReport.h"

#include "BoardReport.h"

#include "LikelyTurn.h"
#include "ReportNames.h"
#include "roofline/Kernel/LaunchSymbols.h"
#include "roofline/Report/ClosedForm.h"
#include "roofline/Report/CountsReport.h"
#include "roofline/Report/WrapText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace roofline {
namespace {

/// All sizes up to \p Dimensions, and those beyond that are not 1.
std::string sizesText(const std::array<uint64_t, 3> &Sizes,
                      uint32_t Dimensions) {
  for (uint32_t D = 0; D < 3; ++D)
    if (Sizes[D] > 1)
      Dimensions = std::max(Dimensions, D + 1);
  SmallVector<std::string, 3> Parts;
  for (uint32_t D = 0; D < std::max(1u, Dimensions); ++D)
    Parts.push_back(std::to_string(Sizes[D]));
  return join(Parts, " x ");
}

/// \p Text with spaces up to \p Columns; at least one where it is longer.
std::string left(StringRef Text, size_t Columns) {
  std::string Result = Text.str();
  Result.resize(std::max(Columns, Text.size() + 1), ' ');
  return Result;
}

/// Columns of a report, and of the name in the hierarchy's table.
constexpr size_t Width = 100, NameWidth = 42;

class ReportPrinter {
public:
  ReportPrinter(const AnalysisResult &R, raw_ostream &OS, bool Verbose)
      : R(R), OS(OS), Verbose(Verbose) {}

  void print() {
    header();
    if (R.IsPriced) {
      verdict();
      hierarchy();
      if (Verbose && !R.OnBoard)
        equations();
      accesses();
    }
    printCounts(R, OS, Verbose);
    printRoofs(R.Roofs, OS);
    if (R.IsPriced) {
      if (!R.OnBoard)
        potentials();
      advice();
    }
    missing();
    OS << '\n';
  }

private:
  /// Prints \p Text from the current column \p Column on, broken at spaces;
  /// further lines are indented to that column.
  void wrap(size_t Column, StringRef Text) {
    wrapText(OS, Text, Column, Column, Width);
  }

  std::string place(const SourceLocation &Loc) const {
    if (!Loc)
      return "?";
    std::string Text = lineText(*R.Kernel, Loc);
    return Loc.Column ? Text + ":" + std::to_string(Loc.Column) : Text;
  }

  void header() {
    std::string Line = "kernel " + R.Kernel->Name;
    if (R.Kernel->Loc)
      Line += formatv(" ({0}:{1})", R.Kernel->Loc.File, R.Kernel->Loc.Line);
    if (R.IsPriced)
      Line += formatv(" on {0}, {1:f0} MHz, model {2}", R.Board,
                      R.Bound.Clock / 1e6, modelName(R));
    wrap(0, Line);
    Line =
        R.L.Dimensions ? sizesText(R.L.Global, R.L.Dimensions) + " work-items"
        : R.Bound.SingleWorkItem || (!R.IsPriced && isSingleWorkItem(*R.Kernel))
            ? "single work-item"
            : "no NDRange given";
    if (R.L.Local)
      Line += ", groups of " + sizesText(*R.L.Local, R.L.Dimensions);
    for (const auto &[Name, Value] : argumentTexts(R.L))
      Line += ", " + Name + " = " + Value;
    if (!R.LaunchFile.empty())
      Line += ", as in " + R.LaunchFile;
    OS << "  launch: ";
    wrap(10, Line);
    if (!R.IsPriced)
      return;
    Line = formatv("{0} compute unit{1}, SIMD {2}", R.D.ComputeUnits,
                   R.D.ComputeUnits == 1 ? "" : "s", R.D.Simd);
    for (uint32_t I = 0; I < R.D.Unroll.size(); ++I)
      if (R.D.Unroll[I] > 1)
        Line += formatv(", unroll {0} at line {1}", R.D.Unroll[I],
                        R.Kernel->Loops[I].Loc.Line);
    OS << "  design: ";
    wrap(10, Line);
    channels();
    fitLine();
    for (const std::string &Guard : R.Guards)
      note(Guard);
    for (const LoopWarning &W : R.Warnings)
      note(W.Text);
    if (const ProfiledRun &P = R.L.Measured; !P.LaunchText.empty())
      note("what depends on data was measured with " + P.LaunchText +
           (P.Scaled ? " and is scaled to this launch" : ""));
    if (const auto Turn = R.L.Iterate ? std::nullopt : likelyTurn(*R.Kernel))
      note("where a host repeats this kernel, roofline explore --iterate N "
           "--swap " +
           Turn->Read + "=" + Turn->Written + " fuses its steps");
    if (!R.Kernel->Loc)
      note("the input carries no source lines: compile it with "
           "-gline-tables-only");
    if (R.Bound.SingleWorkItem && R.Form == ModelForm::Hpca16)
      note("the published equations share one work-item out over the blocks, "
           "as if the "
           "pipeline were nearly empty; --model hpca16-repaired pipelines its "
           "loops");
  }

  /// "reads channel packets, 8 B, depth 64".
  void channels() {
    for (const Channel &C : R.Kernel->Channels) {
      std::string Line = C.Read && C.Written ? "reads and writes "
                         : C.Read            ? "reads "
                         : C.Written         ? "writes "
                                             : "does not use ";
      Line += C.K == Channel::Kind::Pipe ? "pipe " : "channel ";
      Line += C.Name;
      if (C.Number > 1)
        Line += formatv("[{0}]", C.Number);
      if (C.NumBytes)
        Line += formatv(", {0} B", C.NumBytes);
      Line += C.Depth ? ", depth " + std::to_string(*C.Depth)
                      : std::string(", depth not given");
      OS << "  channel: ";
      wrap(11, Line);
    }
    if (!R.Kernel->Channels.empty())
      note("the time is that of a kernel whose channels never keep it waiting");
  }

  /// Prints the design's shares of the board, and the clock that it reaches.
  void fitLine() {
    if (!R.Fit)
      return;
    const FitEstimate &F = *R.Fit;
    const Utilization Used = F.used();
    const std::string Exceeded = F.exceeded();
    std::string Line = formatv(
        "{0}{1} logic, {2} memory blocks, {3} DSP; about {4:f0} MHz",
        F.Missing.empty() ? "" : "at least ", percentText(Used.Logic),
        percentText(Used.Memory), percentText(Used.Dsp), F.Clock.value() / 1e6);
    if (!F.Missing.empty())
      Line += ", without " + join(F.Missing, ", ");
    OS << (Exceeded.empty() ? "  fits: " : "  does not fit: ");
    wrap(8, Line);
  }

  void note(StringRef Text) {
    OS << "  note: ";
    wrap(8, Text);
  }

  void verdict() {
    if (R.Bound.Blocks.empty()) {
      OS << "\n  nothing to do: the kernel has no operations\n";
      return;
    }
    if (R.OnBoard) {
      printBoardVerdict(R, OS);
      compareWithSource();
      printBoardTables(R, OS);
      return;
    }
    if (R.Awaited)
      OS << "\n  no time by model board, which lacks an input (below); "
            "hpca16-repaired has";
    OS << formatv(
        "\n  time {0}{1}, {2} cycles, {3} memory transactions\n",
        R.Awaited ? "" : timeBoundText(R), secondsText(R.Priced.Time.value()),
        countText(R.Priced.Total.value()), countText(R.Priced.MemTransTotal));
    if (!R.Awaited)
      compareWithSource();
    limit();
  }

  /// With a what-if design: its time beside the source's.
  void compareWithSource() {
    if (R.SourceTime)
      OS << formatv(
          "  the source's own design: {0}, so this one is {1:f2} times as "
          "fast\n",
          secondsText(R.SourceTime->value()),
          R.SourceTime->value() / R.time().value());
  }

  void limit() {
    const BoundBlock &B = R.Bound.Blocks[R.Priced.LimitingBlock];
    OS << formatv("  limited by {0} of ", limitOf(R, R.Priced.LimitingBlock));
    if (B.Loop)
      OS << "the loop at line " << place(R.Kernel->Loops[*B.Loop].Loc) << '\n';
    else
      OS << "the block at line " << place(R.Kernel->Nodes[B.Node].Range.Begin)
         << '\n';
    limitingDependences(B);
  }

  /// Prints the dependences that keep passes of the loops around \p B apart.
  void limitingDependences(const BoundBlock &B) {
    bool IsInnermost = true;
    for (auto Id = B.Loop; Id; Id = R.Kernel->Loops[*Id].Parent) {
      if (const auto Forced = forcedInterval(R, *Id); Forced && IsInnermost)
        OS << formatv("  {0} each {1} cycles: {2}\n",
                      R.D.Unroll[*Id] > 1
                          ? "a pass of " + std::to_string(R.D.Unroll[*Id]) +
                                " iterations"
                          : std::string("an iteration"),
                      countText(Forced->Cycles),
                      dependenceText(R, *Id, Forced->Dependence));
      if (const auto Dep = serialDependence(R, *Id))
        OS << formatv("  passes of the loop at line {0} do not overlap: {1}\n",
                      place(R.Kernel->Loops[*Id].Loc),
                      dependenceText(R, *Id, *Dep));
      IsInnermost &= unrolledTrip(R.Bound, R.D, *Id) <= 1;
    }
  }

  // Hierarchy
  // -------------------------------------------------------------------

  void hierarchy() {
    if (R.OnBoard) { // which prices pipelines, not nodes
      OS << "\n  hierarchy by line\n";
      node(R.Kernel->Root, 0);
      return;
    }
    OS << formatv("\n  {0}{1,14}{2,9}{3,7}{4,13}{5,13}\n",
                  left("hierarchy by line", NameWidth), "cycles", "share",
                  "depth", "Comp", "Mem");
    node(R.Kernel->Root, 0);
    OS << "  * limits the kernel; cycles are of one run of the node; children "
          "overlap, so "
          "shares need not\n    add up\n";
  }

  std::string nodeText(const Node &N) const {
    std::string Lines = place(N.Range.Begin);
    if (N.Range.End && N.Range.End.Line != N.Range.Begin.Line &&
        N.Range.End.File == N.Range.Begin.File)
      Lines = lineText(*R.Kernel, N.Range.Begin) + "-" +
              std::to_string(N.Range.End.Line);
    switch (N.K) {
    case Node::Kind::Sequence:
      return "sequence " + Lines;
    case Node::Kind::Branch:
      return "branch " + Lines;
    case Node::Kind::Loop:
      return "loop " + Lines + ", trip " + tripText(R, N.Index);
    case Node::Kind::Block:
      return "block " + Lines;
    }
    return "";
  }

  void node(uint32_t Id, unsigned Depth) {
    const Node &N = R.Kernel->Nodes[Id];
    const auto Block = blockOfNode(R, Id);
    std::string Detail;
    bool Limits = false;
    if (R.OnBoard) {
      OS.indent(2 + 2 * Depth);
      wrap(2 + 2 * Depth, nodeText(N));
      for (uint32_t Child : N.Children)
        node(Child, Depth + 1);
      return;
    }
    if (Block) {
      const uint32_t I = *Block;
      const BlockEstimate &E = R.Priced.Blocks[I];
      Detail = formatv("{0,7}{1,13}{2,13}", countText(E.Depth),
                       countText(E.Comp), countText(E.Mem));
      Limits = I == R.Priced.LimitingBlock;
    }
    std::string Name = nodeText(N);
    OS << (Limits ? "* " : "  ");
    OS.indent(2 * Depth);
    size_t Room = NameWidth > 2 * Depth ? NameWidth - 2 * Depth : 0;
    if (Name.size() > Room) { // the numbers go to the next line
      wrap(2 + 2 * Depth, Name);
      OS.indent(2 + NameWidth);
    } else {
      OS << left(Name, Room);
    }
    OS << formatv("{0,14}{1,9}{2}\n", countText(R.Priced.NodeCycles[Id]),
                  percentText(Shares[Id]), Detail);
    for (uint32_t Child : N.Children)
      node(Child, Depth + 1);
  }

  void accesses() {
    if (R.Bound.Accesses.empty())
      return;
    OS << "\n  global memory accesses\n";
    OS << formatv("  {0,-9}{1,-14}{2,-6}{3,6}", "line", "object", "", "bytes");
    if (!R.OnBoard)
      OS << formatv("{0,14}{1,9}", "transactions", "share");
    OS << "  pattern\n";
    for (uint32_t I = 0; I < R.Bound.Blocks.size(); ++I)
      for (const AccessRow &Row : accessRows(I)) {
        OS << "  " << left(Row.Line, 9) << Row.What << "  ";
        wrap(R.OnBoard ? 39 : 62,
             (Row.Count > 1 ? std::to_string(Row.Count) + " times " : "") +
                 Row.Pattern);
      }
  }

  /// Accesses of a block that differ in nothing but their place.
  struct AccessRow {
    std::string Line, What, Pattern; ///< line: of the first one
    unsigned Count = 1;
  };

  std::vector<AccessRow> accessRows(uint32_t I) {
    const BoundBlock &B = R.Bound.Blocks[I];
    const std::vector<AccessPart> Parts = accessParts(R, I);
    std::vector<AccessRow> Rows;
    StringMap<size_t> RowOf;
    for (uint32_t A = B.FirstAccess; A < B.FirstAccess + B.NumAccesses; ++A) {
      const AccessPart &Part = Parts[A - B.FirstAccess];
      const MemoryAccess &Source =
          R.Kernel->Accesses[R.Bound.Accesses[A].Access];
      AccessRow Row = {
          place(Source.Loc),
          left(Source.Base.empty() ? "?" : Source.Base, 14) +
              formatv("{0,-6}{1,6}", nameOf(Source.K),
                      (Source.NumBytesAtMost ? "<=" : "") +
                          Twine(Source.NumBytes))
                  .str(),
          patternText(R, I, A) + (Source.Predicated ? ", predicated" : "") +
              (R.Form == ModelForm::Hpca16Repaired && B.Share < 1
                   ? ", runs " + percentText(B.Share) + " of the time"
                   : "")};
      if (!R.OnBoard)
        Row.What += formatv("{0,14}{1,9}", countText(Part.Transactions),
                            percentText(Part.Share));
      const auto [Same, IsNew] =
          RowOf.try_emplace(Row.What + Row.Pattern, Rows.size());
      if (IsNew || !R.OnBoard)
        Rows.push_back(std::move(Row));
      else
        ++Rows[Same->second].Count;
    }
    return Rows;
  }

  void potentials() {
    const Potentials &P = R.Priced.Potential;
    std::string Itpp =
        P.Itpp ? formatv("{0:f2}", *P.Itpp).str() : "unknown (give --global)";
    if (P.Itpp && R.Form == ModelForm::Hpca16)
      Itpp += formatv(" (repaired {0:f2})", *P.ItppRepaired);
    std::string Comp =
        P.Comp ? formatv("{0:f2}", *P.Comp).str()
               : "unknown (give --utilization logic=..,mem=..,dsp=..)";
    OS << "\n  potentials: ";
    std::string Balance = P.Balance ? formatv("{0:f2}", *P.Balance).str()
                                    : "unknown (bind what is listed below)";
    wrap(14, formatv("B_mem {0:f2}, B_balance {1}, B_itpp {2}, B_comp {3}",
                     P.Mem, Balance, Itpp, Comp)
                 .str());
  }

  void advice() {
    if (R.Advices.empty())
      return;
    OS << "\n  what to change";
    if (const auto &Now = R.Advices.front().OnBoard)
      OS << ", one at a time; now " << secondsText(Now->Current.value())
         << formatv(" at the predicted {0:f0} MHz",
                    Now->CurrentClock.value() / 1e6);
    OS << "\n";
    for (const Advice &A : ArrayRef(R.Advices).take_front(6)) {
      OS << "  " << left(A.Optimisation, 5);
      const std::string Why =
          A.Potential ? formatv(" ({0} {1:f2})", potentialName(*A.Potential),
                                A.PotentialValue)
                            .str()
                      : "";
      wrap(7, formatv("{0}{1}: {2:f2} times as fast{3}", A.Text, Why, A.Gain,
                      A.OnBoard ? changeText(*A.OnBoard) : "")
                  .str());
      for (const std::string &Guard : A.Guards) {
        OS << "       note: ";
        wrap(13, Guard);
      }
    }
  }

  void missing() {
    if (R.complete())
      return;
    if (!R.IsPriced) {
      OS << (R.Roofs.empty()
                 ? "\n  unknown, so the kernel has no place under a roof\n"
                 : "\n  unknown\n");
      list(R.Counts.Missing);
      return;
    }
    OS << (R.Awaited
               ? "\n  unknown, so model board gives no time; hpca16-repaired "
                 "bounds none of it\n"
           : timeBound(R) == TimeBound::Lower
               ? "\n  unknown, so the time is a lower bound\n"
               : "\n  unknown, and other loops may end earlier, so the time is "
                 "no bound\n");
    list(R.Bound.Missing);
    closedForms();
  }

  void list(ArrayRef<MissingInput> Missing) {
    for (const MissingInput &M : Missing) {
      OS << "  " << left(place(M.Loc), 9);
      wrap(11, M.Hint.empty() ? M.What : M.What + "; " + M.Hint);
    }
  }

  /// The formulas of the blocks that loops repeat, and of a kernel without
  /// loops.
  void closedForms() {
    OS << "\n  in closed form (WI: work-items)\n";
    SmallVector<uint32_t, 4> Means;
    for (uint32_t I = 0; I < R.Bound.Blocks.size(); ++I) {
      const BoundBlock &B = R.Bound.Blocks[I];
      if (!B.Loop && !R.Kernel->Loops.empty())
        continue;
      ClosedForm Form = closedForm(R, I);
      OS << "  " << left(place(R.Kernel->Nodes[B.Node].Range.Begin), 9);
      const char *Is = Form.AtMost ? " <= " : " = ";
      wrap(11,
           "Comp_min" + (Is + Form.CompMin) + " cycles" +
               (Form.MemTrans.empty()
                    ? ""
                    : ", Mem_trans" + (Is + Form.MemTrans) + " transactions"));
      for (uint32_t Id : Form.Means)
        if (!is_contained(Means, Id))
          Means.push_back(Id);
    }
    for (uint32_t Id : Means) {
      const Loop &L = R.Kernel->Loops[Id];
      OS << "  " << left(place(L.Loc), 9);
      wrap(11, formatv("trip({0}) is the mean of {1}, which varies; bind with "
                       "--trip {2}=COUNT",
                       L.Loc.Line, formText(*R.Kernel, L.Trip.Count),
                       toString(shortPlace(*R.Kernel, Id)))
                   .str());
    }
  }

  // Equations
  // -------------------------------------------------------------------

  void equation(const char *Name, double Value, const char *Unit,
                const char *Source) {
    OS << formatv("    {0}{1,16} {2} {3}\n", left(Name, 16), countText(Value),
                  left(Unit, 14), Source);
  }

  /// Where every number of a block comes from.
  void equations() {
    OS << "\n  equations by block, HPCA16\n";
    for (uint32_t I = 0; I < R.Bound.Blocks.size(); ++I) {
      const BoundBlock &B = R.Bound.Blocks[I];
      const BlockEstimate &E = R.Priced.Blocks[I];
      OS << "  " << nodeText(R.Kernel->Nodes[B.Node]) << '\n';
      equation("Cycle", E.Depth, "cycle", "section 3.2, critical path");
      equation("Mem_insts", E.MemInsts, "1", "Eq. (1-2)");
      equation("Mem_bytes", E.MemBytes, "byte", "Eq. (3)");
      equation("Mem_burst", E.MemBurst, "1", "Eq. (4-5)");
      equation("WI_k", E.ActiveWorkItems, "work-item", "Eq. (18)");
      equation("Comp_min", E.CompMin, "cycle", "Eq. (11)");
      equation("Comp", E.Comp, "cycle", "Eq. (12)");
      equation("Mem_trans", E.MemTrans, "transaction", "Eq. (14)");
      equation("Mem_min", E.MemMin, "cycle", "Eq. (24)");
      equation("Mem", E.Mem, "cycle", "Eq. (13), with (15-17)");
      equation("C", E.Total, "cycle", "Eq. (10)");
      equation("runs", E.Repeat, "1", "Eq. (9), loops around the block");
    }
    OS << "  kernel\n";
    equation("WI_mem", R.Priced.ActiveMemoryWorkItems, "work-item", "Eq. (19)");
    equation("C_S", R.Priced.Total.value(), "cycle", "Eq. (7-9)");
    equation("Freq", R.Bound.Clock, "1/s", "--clock, or the device file");
    OS << formatv("    {0}{1,16} {2} {3}\n", left("T_S", 16),
                  secondsText(R.Priced.Time.value()), left("", 14), "Eq. (6)");
    OS << formatv(
        "  device: {0} banks, {1} B transactions, DRAM latency {2} cycles\n",
        countText(R.Bound.MemoryBanks), countText(R.Bound.TransactionWidth),
        countText(R.Bound.DramLatency));
  }

  const AnalysisResult &R;
  raw_ostream &OS;
  bool Verbose;
  const std::vector<double> Shares = ///< by node
      R.IsPriced && !R.OnBoard ? nodeShares(R) : std::vector<double>();
};

} // namespace

void printReport(const AnalysisResult &R, raw_ostream &OS, bool Verbose) {
  ReportPrinter(R, OS, Verbose).print();
}

} // namespace roofline
