// The model "board" in the text report.
#include "BoardReport.h"

#include "ReportNames.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace roofline {
namespace {

std::string placeText(const AnalysisResult &R, const SourceLocation &Loc) {
  if (!Loc)
    return "?";
  std::string Text = lineText(*R.Kernel, Loc);
  return Loc.Column ? Text + ":" + std::to_string(Loc.Column) : Text;
}

std::string pipelineText(const AnalysisResult &R, const Pipeline &P) {
  if (!P.Loop)
    return "the kernel's body";
  return "the loop at line " + placeText(R, R.Kernel->Loops[*P.Loop].Loc);
}

/// A number of a table: counts of samples need no fractions.
std::string roundText(double Count) { return countText(std::round(Count)); }

/// Units of one access, which are alike.
struct UnitRow {
  ReplayedUnit Sum;
  unsigned Copies = 0;
};

std::vector<UnitRow> unitRows(const BoardEstimate &E) {
  std::vector<UnitRow> Rows;
  for (const ReplayedUnit &U : E.LaunchReplay.Units) {
    auto Row = find_if(Rows, [&](const UnitRow &Row) {
      return Row.Sum.Access == U.Access && Row.Sum.NumBytes == U.NumBytes;
    });
    if (Row == Rows.end()) {
      Rows.push_back({U, 1});
      continue;
    }
    ++Row->Copies;
    Row->Sum.Requests += U.Requests;
    Row->Sum.Words += U.Words;
    Row->Sum.Repeats += U.Repeats;
  }
  return Rows;
}

std::string kindText(const UnitRow &Row, MemoryAccess::Kind K) {
  std::string Text = nameOf(K);
  if (Row.Sum.IsCached)
    Text += ", cached";
  if (Row.Sum.IsIrregular)
    Text += ", data choose the address";
  return Text;
}

} // namespace

void printBoardVerdict(const AnalysisResult &R, raw_ostream &OS) {
  const BoardEstimate &E = *R.OnBoard;
  OS << formatv("\n  time {0}{1}, {2} cycles", timeBoundText(R),
                secondsText(E.Time.value()), roundText(E.Cycles));
  if (E.doubt() == Doubt::None)
    OS << formatv("; four measured times in five lie between {0} and {1}\n",
                  secondsText(E.Fastest->value()),
                  secondsText(E.Slowest->value()));
  else
    OS << formatv("\n  {0}{1}\n",
                  E.doubt() == Doubt::Uncalibrated ? ""
                                                   : "order of magnitude: ",
                  doubtText(E.doubt()));
  switch (E.limit()) {
  case BoardLimit::Latency:
    OS << formatv("  limited by latency: too few work-items are under way, one "
                  "alone takes {0} cycles\n",
                  roundText(E.LatencyCycles));
    break;
  case BoardLimit::Memory:
    OS << formatv("  limited by memory: {0} words of {1} B keep it busy for "
                  "{2} cycles\n",
                  roundText(E.words()), countText(R.Bound.TransactionWidth),
                  roundText(E.MemoryCycles));
    break;
  case BoardLimit::Passes:
    OS << formatv("  limited by the passes of {0}\n",
                  pipelineText(R, E.Pipelines[E.Limiting]));
    break;
  }
}

void printBoardTables(const AnalysisResult &R, raw_ostream &OS) {
  const BoardEstimate &E = *R.OnBoard;
  OS << formatv("\n  {0,-36}{1,14}{2,10}{3,7}{4,14}{5,15}\n", "pipelines",
                "passes", "interval", "depth", "words", "cycles");
  for (const auto &[I, P] : enumerate(E.Pipelines))
    OS << formatv("{0} {1,-36}{2,14}{3,10}{4,7}{5,14}{6,15}\n",
                  I == E.Limiting ? "*" : " ", pipelineText(R, P),
                  roundText(P.Passes), countText(P.Interval),
                  countText(P.Depth), roundText(P.Words), roundText(P.Cycles));
  for (const Pipeline &P : E.Pipelines)
    if (P.HoldsGroup)
      OS << formatv("  {0} holds one work-group at a time: some work-items may "
                    "pass it by\n",
                    pipelineText(R, P));
    else if (P.Interval > 1)
      OS << formatv("  {0} starts a pass each {1} cycles: {2}\n",
                    pipelineText(R, P), countText(P.Interval),
                    intervalText(R, P));
  if (E.LaunchReplay.Units.empty())
    return;
  OS << formatv("\n  {0,-9}{1,-14}{2,7}{3,7}{4,15}{5,15}  {6}\n", "line",
                "object", "units", "bytes", "requests", "words", "kind");
  for (const UnitRow &Row : unitRows(E)) {
    const MemoryAccess &A = R.Kernel->Accesses[Row.Sum.Access];
    OS << formatv("  {0,-9}{1,-14}{2,7}{3,7}{4,15}{5,15}  {6}\n",
                  placeText(R, A.Loc), A.Base.empty() ? "?" : A.Base,
                  Row.Copies, Row.Sum.NumBytes, roundText(Row.Sum.Requests),
                  roundText(Row.Sum.Words), kindText(Row, A.K));
  }
  OS << formatv(
      "  * limits the kernel; a word has {0} B; counts are of the whole "
      "launch{1}\n",
      countText(R.Bound.TransactionWidth),
      E.LaunchReplay.IsSampled ? ", from a sample of it" : "");
}

} // namespace roofline
