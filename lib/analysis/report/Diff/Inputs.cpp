// Changed inputs of two matched parts.
#include "Inputs.h"

#include "Match.h"

#include <cmath>
#include <cstdio>

namespace roofline {
namespace {

std::string numberText(double Value) {
  char Text[32];
  snprintf(Text, sizeof(Text), "%.10g", Value);
  return Text;
}

std::string numberText(const std::optional<double> &Value) {
  return Value ? numberText(*Value) : "unknown";
}

std::string orElse(const std::string &Text, const char *Otherwise) {
  return Text.empty() ? Otherwise : Text;
}

std::string readingText(const Reading &R) {
  if (R.isExact())
    return numberText(*R.Most);
  if (R.Least && R.Most)
    return numberText(*R.Least) + " to " + numberText(*R.Most);
  if (R.Most)
    return "at most " + numberText(*R.Most);
  return R.Least ? "at least " + numberText(*R.Least) : "unknown";
}

class Changes {
public:
  /// Notes \p What where the texts differ.
  void add(const std::string &What, const std::string &Old,
           const std::string &New) {
    if (Old != New)
      List.push_back({What, Old, New});
  }
  void add(const std::string &What, const std::optional<double> &Old,
           const std::optional<double> &New, const std::string &Unit = "") {
    if (Old && New ? isSameNumber(*Old, *New) : !Old && !New)
      return;
    List.push_back({What, numberText(Old) + (Old ? Unit : ""),
                    numberText(New) + (New ? Unit : "")});
  }
  void addFlag(const std::string &What, bool Old, bool New) {
    add(What, Old ? "yes" : "no", New ? "yes" : "no");
  }
  /// Notes keys whose values differ or that one side lacks.
  template <typename T, typename Printer>
  void addMap(const std::string &What, const std::map<std::string, T> &Old,
              const std::map<std::string, T> &New, Printer Print) {
    for (const auto &[Key, Value] : Old) {
      auto It = New.find(Key);
      add(What + Key, Print(Value),
          It == New.end() ? "none" : Print(It->second));
    }
    for (const auto &[Key, Value] : New)
      if (!Old.count(Key))
        List.push_back({What + Key, "none", Print(Value)});
  }

  std::vector<InputChange> List;
};

std::string placeText(const SourceLocation &Loc) {
  return Loc ? std::to_string(Loc.Line) + ":" + std::to_string(Loc.Column)
             : "?";
}

std::string dependenceText(const std::optional<ReportedDependence> &D) {
  if (!D)
    return "none";
  return D->Kind + " from " + placeText(D->Producer) + " to " +
         placeText(D->Consumer) + ", distance " + numberText(D->Distance);
}

/// Places move with the lines around them, so that they do not count.
bool isSameDependence(const std::optional<ReportedDependence> &Old,
                      const std::optional<ReportedDependence> &New) {
  if (!Old || !New)
    return !Old && !New;
  return Old->Kind == New->Kind && Old->Distance == New->Distance;
}

bool isSameInterval(const Metrics &Old, const Metrics &New) {
  auto O = Old.find(Metric::Interval), N = New.find(Metric::Interval);
  if (O == Old.end() || N == New.end())
    return O == Old.end() && N == New.end();
  return O->second == N->second;
}

/// "N = 64", "at most 64 (given)", "unknown: data-dependent exit at 26:33".
std::string tripText(const ReportedLoop &L) {
  if (!L.Trip)
    return "unknown" + (L.TripReason.empty() ? "" : ": " + L.TripReason);
  const bool IsGiven = !L.TripSource.empty() && L.TripSource != "form";
  std::string Text = L.TripKind == "at-most" && !IsGiven ? "at most " : "";
  const std::string Value = numberText(*L.Trip);
  if (!IsGiven && !L.TripForm.empty() && L.TripForm != Value)
    Text += L.TripForm + " = ";
  return Text + Value + (IsGiven ? " (" + L.TripSource + ")" : "");
}

bool isSameTrip(const ReportedLoop &Old, const ReportedLoop &New) {
  return Old.TripKind == New.TripKind && Old.TripSource == New.TripSource &&
         withoutLines(Old.TripForm) == withoutLines(New.TripForm) &&
         Old.Trip.has_value() == New.Trip.has_value() &&
         (!Old.Trip || isSameNumber(*Old.Trip, *New.Trip));
}

bool isSamePattern(const ReportedAccess &Old, const ReportedAccess &New) {
  return Old.AlongWorkItems == New.AlongWorkItems &&
         Old.AlongLoops == New.AlongLoops &&
         Old.Irregular.empty() == New.Irregular.empty();
}

/// Texts of what a kernel misses, by the same without lines.
std::map<std::string, std::vector<std::string>>
missingTexts(const ReportedKernel &K) {
  std::map<std::string, std::vector<std::string>> Result;
  for (const ReportedMissing &M : K.Missing)
    Result[withoutLines(M.What)].push_back(
        M.Loc ? M.What + " (" + placeText(M.Loc) + ")" : M.What);
  return Result;
}

/// Notes inputs that only one of the sides misses.
void addMissing(Changes &To, const ReportedKernel &Old,
                const ReportedKernel &New) {
  auto OldTexts = missingTexts(Old), NewTexts = missingTexts(New);
  for (auto &[What, Texts] : OldTexts)
    for (size_t I = NewTexts[What].size(); I < Texts.size(); ++I)
      To.add("missing", Texts[I], "known");
  for (auto &[What, Texts] : NewTexts)
    for (size_t I = OldTexts[What].size(); I < Texts.size(); ++I)
      To.add("missing", "known", Texts[I]);
}

std::string clockText(const ReportedKernel &K) {
  if (!K.Clock)
    return "none";
  return numberText(K.IsClockGiven ? *K.Clock / 1e6
                                   : std::round(*K.Clock / 1e6)) +
         " MHz";
}

} // namespace

std::vector<InputChange> settingInputs(const ReportedKernel &Old,
                                       const ReportedKernel &New) {
  Changes C;
  C.add("device", orElse(Old.Device, "none"), orElse(New.Device, "none"));
  C.add("model", orElse(Old.Model, "none"), orElse(New.Model, "none"));
  C.add("clock", clockText(Old), clockText(New));
  if (Old.Device == New.Device)
    C.addMap("device file: ", Old.DeviceEntries, New.DeviceEntries,
             [](double V) { return numberText(V); });
  C.add("global size", orElse(Old.Global, "none"), orElse(New.Global, "none"));
  C.add("work-group", orElse(Old.Local, "none"), orElse(New.Local, "none"));
  C.addMap("argument ", Old.Args, New.Args,
           [](double V) { return numberText(V); });
  C.add("profile", orElse(Old.Profile, "none"), orElse(New.Profile, "none"));
  C.addMap("channel ", Old.Channels, New.Channels,
           [](const std::string &Text) { return Text; });
  C.add("compute units", Old.ComputeUnits, New.ComputeUnits);
  C.add("SIMD", Old.Simd, New.Simd);
  addMissing(C, Old, New);
  C.add("doubt", orElse(Old.Doubt, "none"), orElse(New.Doubt, "none"));
  return C.List;
}

std::vector<InputChange> countInputs(const ReportedKernel &Old,
                                     const ReportedKernel &New) {
  Changes C;
  C.addMap("", Old.Counts, New.Counts, readingText);
  return C.List;
}

std::vector<InputChange> loopInputs(const ReportedLoop &Old,
                                    const ReportedLoop &New) {
  Changes C;
  if (!isSameTrip(Old, New))
    C.List.push_back({"trip count", tripText(Old), tripText(New)});
  C.add("unrolled", Old.Unroll, New.Unroll);
  if (Old.CompilerUnroll && New.CompilerUnroll &&
      (Old.CompilerUnroll != Old.Unroll || New.CompilerUnroll != New.Unroll))
    C.add("unrolled by the compiler", Old.CompilerUnroll, New.CompilerUnroll);
  const bool OtherInterval = !isSameInterval(Old.Numbers, New.Numbers) &&
                             (Old.ForcedBy || New.ForcedBy);
  if (OtherInterval || !isSameDependence(Old.ForcedBy, New.ForcedBy))
    C.List.push_back({"dependence behind the interval",
                      dependenceText(Old.ForcedBy),
                      dependenceText(New.ForcedBy)});
  if (!isSameDependence(Old.SerializedBy, New.SerializedBy))
    C.List.push_back({"dependence that serializes",
                      dependenceText(Old.SerializedBy),
                      dependenceText(New.SerializedBy)});
  return C.List;
}

std::vector<InputChange> accessInputs(const ReportedAccess &Old,
                                      const ReportedAccess &New) {
  Changes C;
  if (!isSamePattern(Old, New))
    C.List.push_back({"pattern", Old.Pattern, New.Pattern});
  C.add("size", Old.NumBytes, New.NumBytes, " B");
  C.addFlag("under a condition", Old.Predicated, New.Predicated);
  C.addFlag("copies form runs of addresses", Old.LanesCoalesce,
            New.LanesCoalesce);
  C.addFlag("order of work-items forms runs of addresses", Old.OrderCoalesces,
            New.OrderCoalesces);
  return C.List;
}

} // namespace roofline
