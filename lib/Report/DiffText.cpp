// Words that the text and the Markdown of a comparison share.
#include "DiffText.h"

#include "roofline/Report/AnalysisResult.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace roofline {
namespace {

std::string valueText(Metric M, double Value) {
  return M == Metric::Time ? secondsText(Value) : countText(Value);
}

/// "k.cl:9:3", "k.cl:9" without a column.
std::string placeText(const SourceLocation &Loc) {
  if (!Loc)
    return "an unknown place";
  std::string Text = Loc.File + ":" + std::to_string(Loc.Line);
  return Loc.Column ? Text + ":" + std::to_string(Loc.Column) : Text;
}

/// "loop at k.cl:9:3: ", or nothing for the kernel itself.
std::string partPrefix(const PartDiff &Part) {
  return Part.K == PartDiff::Kind::Kernel
             ? ""
             : Part.Name + " at " + movedText(Part) + ": ";
}

/// "new, 4096 transactions", with the numbers that are known.
std::string presenceText(const PartDiff &Part) {
  std::string Text = Part.P == Presence::New ? "new" : "gone";
  for (const MetricChange &C : Part.Numbers) {
    const std::optional<Reading> &R = C.New ? C.New : C.Old;
    if (R && !R->isUnknown())
      Text += formatv(", {0} {1}", metricName(C.M), readingText(C.M, R));
  }
  return Text;
}

} // namespace

std::string readingText(Metric M, const std::optional<Reading> &R) {
  if (!R)
    return "none";
  if (R->isExact())
    return valueText(M, *R->Most);
  if (R->Least && R->Most)
    return valueText(M, *R->Least) + " to " + valueText(M, *R->Most);
  if (R->Most)
    return "at most " + valueText(M, *R->Most);
  return R->Least ? "at least " + valueText(M, *R->Least) : "unknown";
}

std::string changeText(const MetricChange &C) {
  switch (C.trend()) {
  case Trend::Same:
    return "no change";
  case Trend::BecameKnown:
    return "became known";
  case Trend::BecameUnknown:
    return "became unknown";
  case Trend::StaysUnknown:
    return "still unknown";
  case Trend::Appeared:
    return "new";
  case Trend::Vanished:
    return "gone";
  case Trend::Less:
  case Trend::More:
  case Trend::Bounds:
    break;
  }
  if (auto Growth = C.growth()) {
    const double Percent = *Growth * 100;
    return std::abs(Percent) < 0.05
               ? formatv("{0}{1:e2} %", Percent > 0 ? "+" : "", Percent).str()
               : formatv("{0}{1:f1} %", Percent > 0 ? "+" : "", Percent).str();
  }
  return C.trend() == Trend::More   ? "more"
         : C.trend() == Trend::Less ? "less"
                                    : "other bounds";
}

std::string verdictText(const KernelDiff &K) {
  if (K.P != Presence::Both)
    return presenceText(K.Parts.front());
  if (K.isSame())
    return "no change";
  for (const MetricChange &C : K.Parts.front().Numbers) {
    if (C.M != Metric::Time)
      continue;
    const Trend T = C.trend();
    if (T == Trend::Same)
      return "as fast";
    const bool IsOrdered = T == Trend::More || T == Trend::Less;
    return (T == Trend::More   ? "slower, "
            : T == Trend::Less ? "faster, "
                               : "time: ") +
           (IsOrdered ? changeText(C)
                      : readingText(C.M, C.Old) + " -> " +
                            readingText(C.M, C.New) + ", " + changeText(C));
  }
  return "changed";
}

std::string kernelText(const ReportDiff &D, const std::string &Name,
                       uint32_t Launch) {
  const bool HasSeveral = any_of(D.Kernels, [&](const KernelDiff &K) {
    return K.Name == Name && K.Launch > 0;
  });
  return HasSeveral ? Name + ", launch " + std::to_string(Launch + 1) : Name;
}

std::string movedText(const PartDiff &Part) {
  if (Part.P != Presence::Both)
    return placeText(Part.P == Presence::New ? Part.New : Part.Old);
  if (Part.Old == Part.New)
    return placeText(Part.New);
  const bool SameFile = Part.Old.File == Part.New.File;
  std::string Was = placeText(Part.Old);
  if (SameFile && Part.Old)
    Was = Was.substr(Part.Old.File.size() + 1);
  return placeText(Part.New) + " (was " + Was + ")";
}

std::vector<std::string> reasonTexts(const KernelDiff &K) {
  std::vector<std::string> Result;
  for (const PartDiff &Part : K.Parts) {
    const std::string Prefix = partPrefix(Part);
    if (Part.P != Presence::Both) {
      Result.push_back(Prefix + presenceText(Part));
      continue;
    }
    for (const InputChange &C : Part.Inputs)
      Result.push_back(
          formatv("{0}{1}: {2} -> {3}", Prefix, C.What, C.Old, C.New));
    if (Part.K == PartDiff::Kind::Kernel)
      continue; // its numbers are a table
    for (const MetricChange &C : Part.Numbers)
      if (C.trend() != Trend::Same && C.trend() != Trend::StaysUnknown)
        Result.push_back(formatv("{0}{1}: {2} -> {3} ({4})", Prefix,
                                 metricName(C.M), readingText(C.M, C.Old),
                                 readingText(C.M, C.New), changeText(C)));
  }
  if (K.isUnexplained())
    Result.push_back("no input that the reports carry: the program that "
                     "wrote them, or operations of other latency");
  return Result;
}

std::vector<std::string> noteTexts(const ReportDiff &D) {
  std::vector<std::string> Result;
  if (D.OldVersion != D.NewVersion)
    Result.push_back(
        formatv("the reports have versions {0} and {1} of the format: what "
                "only one of them carries is not compared",
                D.OldVersion, D.NewVersion));
  return Result;
}

std::vector<std::string> noteTexts(const KernelDiff &K) {
  std::vector<std::string> Result;
  for (Setting S : K.Differs)
    Result.push_back(formatv("the reports are of different {0}{1}: numbers "
                             "that depend on it are of different things",
                             settingName(S),
                             S == Setting::Launch ? "es" : "s"));
  return Result;
}

std::string failureText(const GateFailure &F) {
  std::string Text = limitText(F.Of);
  if (!F.Part.empty())
    Text += ", " + F.Part + " at " + placeText(F.Loc);
  const MetricChange &C = F.Change;
  if (C.Old || C.New)
    Text += formatv(": {0} -> {1}", readingText(C.M, C.Old),
                    readingText(C.M, C.New));
  if (C.Old && C.New && C.growth())
    Text += ", " + changeText(C);
  return Text + ": " + F.Reason;
}

std::vector<MetricChange> changedNumbers(const KernelDiff &K) {
  std::vector<MetricChange> Result;
  for (const MetricChange &C : K.Parts.front().Numbers)
    if (C.M == Metric::Time ||
        (C.trend() != Trend::Same && C.trend() != Trend::StaysUnknown))
      Result.push_back(C);
  return Result;
}

} // namespace roofline
