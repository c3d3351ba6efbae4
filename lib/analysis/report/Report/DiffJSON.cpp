// A comparison of two reports as JSON.
#include "roofline/Json/BaseFields.h"
#include "roofline/Json/JsonSchema.h"
#include "roofline/Report/DiffReport.h"

#include "llvm/ADT/SmallVector.h"

using namespace llvm;

namespace roofline {

ROOFLINE_NAMES(Trend, "same", "less", "more", "became-known", "became-unknown",
               "stays-unknown", "bounds", "new", "gone", "absent");
ROOFLINE_NAMES(Presence, "both", "new", "gone");
ROOFLINE_NAMES(PartDiff::Kind, "kernel", "loop", "access", "counts");
template <> struct Names<Setting> {
  static constexpr auto &Values = SettingNames;
};

/// Texts of all metrics, each once.
static json::Object metricTexts(const char *(*TextOf)(Metric)) {
  json::Array Texts;
  for (unsigned M = 0; M <= unsigned(Metric::Depth); ++M)
    if (StringRef Text = TextOf(Metric(M)); !is_contained(Texts, Text))
      Texts.push_back(Text);
  return json::Object{{"enum", std::move(Texts)}};
}
template <> struct JsonForm<Metric> {
  static json::Value write(Metric M) { return metricName(M); }
  static json::Object schema(json::Object &) { return metricTexts(metricName); }
};
struct UnitOf {
  Metric M;
};
template <> struct JsonForm<UnitOf> {
  static json::Value write(UnitOf U) { return metricUnit(U.M); }
  static json::Object schema(json::Object &) { return metricTexts(metricUnit); }
};

template <typename V> void list(V &Visit, Reading &S) {
  Visit.says("A number with its bounds, equal where it is exact; null: "
             "unknown");
  Visit.orNull("least", S.Least);
  Visit.orNull("most", S.Most);
}
template <typename V> void list(V &Visit, MetricChange &S) {
  Visit("metric", S.M);
  Visit("unit", UnitOf{S.M});
  Visit.orNull("old", S.Old, {.Says = "null: the report has no such number"});
  Visit.orNull("new", S.New, {.Says = "null: the report has no such number"});
  Visit.derived("trend", S.trend());
  Visit.orNull("growth", S.growth());
}
template <typename V> void list(V &Visit, InputChange &S) {
  Visit("what", S.What, {.Least = 1});
  Visit("old", S.Old);
  Visit("new", S.New);
}
template <typename V> void list(V &Visit, PartDiff &S) {
  Visit("kind", S.K);
  Visit("name", S.Name);
  Visit("presence", S.P);
  Visit.orNull("old_location", knownPlace(S.Old));
  Visit.orNull("new_location", knownPlace(S.New));
  Visit("limited_old", S.LimitedOld);
  Visit("limits_new", S.LimitsNew);
  Visit("numbers", S.Numbers);
  Visit("inputs", S.Inputs);
}
template <typename V> void list(V &Visit, KernelDiff &S) {
  std::vector<PartDiff> Parts;
  for (const PartDiff &P : S.Parts)
    if (P.K == PartDiff::Kind::Kernel || !P.isSame())
      Parts.push_back(P);
  Visit("kernel", S.Name);
  Visit("launch", S.Launch);
  Visit("presence", S.P);
  Visit.derived("same", S.isSame());
  Visit.derived("unexplained", S.isUnexplained());
  Visit("differs", std::vector(S.Differs.begin(), S.Differs.end()));
  Visit("missing", S.Unknown);
  Visit("parts", Parts, {.Least = 1});
}

template <typename V> void list(V &Visit, Limit &S) {
  Visit("metric", S.M);
  Visit("growth", S.Growth, {.Least = 0});
  Visit("relative", S.IsRelative);
}
template <typename V> void list(V &Visit, GateFailure &S) {
  auto UnlessEmpty = [](const std::string &Text) {
    return Text.empty() ? std::nullopt : std::optional(Text);
  };
  Visit.orNull("kernel", UnlessEmpty(S.Kernel));
  Visit("launch", S.Launch);
  Visit.orNull("part", UnlessEmpty(S.Part));
  Visit.orNull("location", knownPlace(S.Loc));
  Visit("limit", S.BrokenLimit);
  Visit("number", S.Change);
  Visit("reason", S.Reason, {.Least = 1});
}
template <typename V> void list(V &Visit, GateResult &S) {
  Visit.derived("kept", S.isKept());
  Visit("limits", S.Limits, {.Least = 1});
  Visit("failures", S.Failures);
}

namespace {
struct DiffFile {
  ReportDiff D;
  std::optional<GateResult> Gate;
};
} // namespace
template <typename V> void list(V &Visit, DiffFile &S) {
  auto File = [&](const char *Key, std::string &Name, int64_t &Version) {
    Visit.group(Key, [&](auto &In) {
      In("file", Name);
      In("version", Version, {.Least = 2, .Most = 3});
    });
  };
  File("old", S.D.OldName, S.D.OldVersion);
  File("new", S.D.NewName, S.D.NewVersion);
  Visit.derived("same", S.D.isSame());
  Visit.orNull("application", S.D.ApplicationTime);
  Visit("kernels", S.D.Kernels);
  Visit.orNull("gate", S.Gate);
}

static constexpr FileFormat DiffFormat = {
    "roofline-diff", 1, "comparison of reports", "diff",
    "What changed between two reports of kernels. See docs/diff.md."};

json::Value toJSON(const ReportDiff &D, const GateResult *Gate) {
  return writeJsonFile(DiffFormat,
                       DiffFile{D, Gate ? std::optional(*Gate) : std::nullopt});
}

json::Value diffSchema() { return schemaOf<DiffFile>(DiffFormat); }

} // namespace roofline
