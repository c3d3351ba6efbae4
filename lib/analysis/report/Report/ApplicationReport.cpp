// Total time of an application's launches.
#include "roofline/Report/ApplicationReport.h"

#include "roofline/Report/Answer.h"
#include "roofline/Report/TextReport.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace roofline {

bool ApplicationResult::complete() const {
  return all_of(Rows, [](const ApplicationRow &R) {
    return R.Slowest.complete() && R.Bound != TimeBound::Lower &&
           R.Bound != TimeBound::None;
  });
}

bool ApplicationResult::knowsInputs() const {
  return complete() &&
         all_of(Rows, [](const ApplicationRow &R) { return R.KnowsInputs; });
}

TimeBound sumOf(TimeBound A, TimeBound B) {
  if (B == TimeBound::Estimate)
    return A == TimeBound::Exact ? B : A;
  if (A == TimeBound::Estimate)
    return B == TimeBound::Exact ? A : B;
  if (A == B || B == TimeBound::Exact)
    return A;
  return A == TimeBound::Exact ? B : TimeBound::None;
}

static uint64_t launchesOf(const ApplicationResult &R) {
  uint64_t Sum = 0;
  for (const ApplicationRow &Row : R.Rows)
    Sum += Row.Launches;
  return Sum;
}

/// "1.2 ms", or "1.2 ms to 3.4 ms" where launches differ.
static std::string spanText(const ApplicationRow &Row) {
  if (Row.Slowest.Awaited)
    return "unknown";
  const std::string Least = secondsText(Row.Least),
                    Most = secondsText(Row.Most);
  return Least == Most ? Least : Least + " to " + Most;
}

void printApplication(const ApplicationResult &R, raw_ostream &OS,
                      bool Verbose) {
  const AnalysisResult &Any = R.Rows[R.Limiting].Slowest;
  OS << formatv("application of {0} launches on {1}, model {2}\n",
                launchesOf(R), Any.Board, modelName(Any));
  OS << formatv("  time {0}{1}\n", Any.Awaited ? "" : timeBoundText(R.Bound),
                Any.Awaited ? "unknown" : secondsText(R.Total));
  for (const LoopWarning &W : R.Warnings)
    OS << "  warning: " << W.Text << '\n';
  OS << '\n';
  OS << "  kernel                  launches         total    share  one "
        "launch\n";
  bool AnyTogether = false;
  for (const auto &[I, Row] : enumerate(R.Rows)) {
    AnyTogether |= Row.IsTogether;
    const bool IsKnown = !Row.Slowest.Awaited;
    const double Share = R.Total > 0 ? Row.Total / R.Total : 0;
    OS << (I == R.Limiting ? "* " : "  ")
       << formatv("{0,-22}{1,10}{2,14}{3,9}  {4}{5}\n",
                  Row.Slowest.Kernel->Name + (Row.IsTogether ? " |" : ""),
                  Row.Launches, IsKnown ? secondsText(Row.Total) : "unknown",
                  IsKnown ? percentText(Share) : "",
                  IsKnown ? timeBoundText(Row.Bound) : "", spanText(Row));
  }
  OS << "  * takes most of the time; its slowest launch follows"
     << (Verbose ? ", and those of the others\n" : "\n");
  if (AnyTogether)
    OS << "  | runs at the same time as others: the "
       << (R.Groups.empty() ? "longest of them counts\n"
                            : "last of them to end counts\n");
  for (const LaunchGroup &G : R.Groups)
    printGroup(R, G, OS, Verbose);
  OS << '\n';
  if (!Verbose)
    return printAnswer(Any, OS);
  for (const ApplicationRow &Row : R.Rows)
    printReport(Row.Slowest, OS, /*Verbose=*/true);
}

} // namespace roofline
