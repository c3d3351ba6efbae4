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

/// "k.cl:9:3", "k.cl:9" without a column, "9:3" in the file \p Known.
std::string placeText(const SourceLocation &Loc,
                      const std::string &Known = "") {
  if (!Loc)
    return "an unknown place";
  std::string Text = Loc.File == Known ? "" : Loc.File + ":";
  Text += std::to_string(Loc.Line);
  return Loc.Column ? Text + ":" + std::to_string(Loc.Column) : Text;
}

bool hasChanged(const MetricChange &C) {
  return C.trend() != Trend::Same && C.trend() != Trend::StaysUnknown;
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
  case Trend::Absent:
    return "in neither report";
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
         : C.Old->isExact()         ? "became a bound"
         : C.New->isExact()         ? "became exact"
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

std::string movedText(const PartDiff &Part, const PartDiff &Around) {
  const std::string Was = placeText(Part.Old, Around.Old.File);
  const std::string Now = placeText(Part.New, Around.New.File);
  if (Part.P == Presence::Gone)
    return Was;
  return Part.P == Presence::New || Was == Now ? Now : Now + ", was " + Was;
}

/// True where a number of a part is worth a line: not where a bound took the
/// place of the same number, and not where another model has other numbers.
static bool isTold(const MetricChange &C, bool IsOtherModel) {
  if (!hasChanged(C) || (IsOtherModel && !(C.Old && C.New)))
    return false;
  if (C.trend() != Trend::Bounds)
    return true;
  auto IsKept = [](const std::optional<double> &A,
                   const std::optional<double> &B) {
    return !A || !B || isSameNumber(*A, *B);
  };
  return !IsKept(C.Old->Least, C.New->Least) ||
         !IsKept(C.Old->Most, C.New->Most);
}

/// The numbers of the kernel itself are a table.
static Reason reasonOf(const PartDiff &Part, const PartDiff &Around,
                       bool IsOtherModel) {
  const bool IsKernel = Part.K == PartDiff::Kind::Kernel;
  Reason R;
  if (Part.K == PartDiff::Kind::Loop || Part.K == PartDiff::Kind::Access)
    R.Part = Part.Name + " at " + movedText(Part, Around) +
             (Part.LimitsNew    ? " (limits the kernel)"
              : Part.LimitedOld ? " (limited the kernel)"
                                : "");
  if (Part.P != Presence::Both) {
    R.Texts.push_back(presenceText(Part));
    return R;
  }
  for (const InputChange &C : Part.Inputs)
    R.Texts.push_back(C.Old == C.New ? C.What + ": " + C.New + ", as before"
                                     : C.What + ": " + C.Old + " -> " + C.New);
  for (const MetricChange &C : Part.Numbers)
    if (!IsKernel && isTold(C, IsOtherModel))
      R.Texts.push_back(formatv("{0}: {1} -> {2}, {3}", metricName(C.M),
                                readingText(C.M, C.Old),
                                readingText(C.M, C.New), changeText(C)));
  return R;
}

std::vector<Reason> reasonsOf(const KernelDiff &K) {
  std::vector<Reason> Result;
  for (const PartDiff &Part : K.Parts) {
    Reason R =
        reasonOf(Part, K.Parts.front(), K.Differs.count(Setting::Model) > 0);
    if (!R.Texts.empty())
      Result.push_back(std::move(R));
  }
  if (K.isUnexplained())
    Result.push_back({"",
                      {"nothing that the reports carry: another version of "
                       "the program, or other options of the model"}});
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
    Result.push_back(formatv("the reports are of different {0}{1}, which "
                             "their numbers depend on",
                             settingName(S),
                             S == Setting::Launch ? "es" : "s"));
  return Result;
}

std::string failureText(const GateFailure &F) {
  std::string Text = limitText(F.BrokenLimit);
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
    if (C.M == Metric::Time || hasChanged(C))
      Result.push_back(C);
  return Result;
}

} // namespace roofline
