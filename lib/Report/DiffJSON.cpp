// A comparison of two reports as JSON.
#include "roofline/Report/DiffReport.h"
#include "roofline/Report/PlaceJSON.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace roofline {
namespace {

json::Value reading(const std::optional<Reading> &R) {
  if (!R)
    return nullptr;
  return json::Object{{"least", orNull(R->Least)}, {"most", orNull(R->Most)}};
}

json::Object number(const MetricChange &C) {
  const char *Trends[] = {
      "same",          "less",   "more", "became-known", "became-unknown",
      "stays-unknown", "bounds", "new",  "gone",         "absent"};
  return json::Object{{"metric", metricName(C.M)},
                      {"unit", metricUnit(C.M)},
                      {"old", reading(C.Old)},
                      {"new", reading(C.New)},
                      {"trend", Trends[size_t(C.trend())]},
                      {"growth", orNull(C.growth())}};
}

const char *presence(Presence P) {
  const char *Names[] = {"both", "new", "gone"};
  return Names[size_t(P)];
}

json::Object part(const PartDiff &P) {
  const char *Kinds[] = {"kernel", "loop", "access", "counts"};
  json::Array Numbers, Inputs;
  for (const MetricChange &C : P.Numbers)
    Numbers.push_back(number(C));
  for (const InputChange &C : P.Inputs)
    Inputs.push_back(
        json::Object{{"what", C.What}, {"old", C.Old}, {"new", C.New}});
  return json::Object{
      {"kind", Kinds[size_t(P.K)]},   {"name", P.Name},
      {"presence", presence(P.P)},    {"old_location", place(P.Old)},
      {"new_location", place(P.New)}, {"limited_old", P.LimitedOld},
      {"limits_new", P.LimitsNew},    {"numbers", std::move(Numbers)},
      {"inputs", std::move(Inputs)}};
}

json::Object kernel(const KernelDiff &K) {
  json::Array Differs, Parts;
  for (Setting S : K.Differs)
    Differs.push_back(settingName(S));
  for (const PartDiff &P : K.Parts)
    if (P.K == PartDiff::Kind::Kernel || !P.isSame())
      Parts.push_back(part(P));
  return json::Object{{"kernel", K.Name},
                      {"launch", K.Launch},
                      {"presence", presence(K.P)},
                      {"same", K.isSame()},
                      {"unexplained", K.isUnexplained()},
                      {"differs", std::move(Differs)},
                      {"missing", json::Array(K.Unknown)},
                      {"parts", std::move(Parts)}};
}

json::Value gate(const GateResult *Gate) {
  if (!Gate)
    return nullptr;
  json::Array Limits, Failures;
  auto LimitJSON = [](const Limit &L) {
    return json::Object{{"metric", metricName(L.M)},
                        {"growth", L.Growth},
                        {"relative", L.IsRelative}};
  };
  for (const Limit &L : Gate->Limits)
    Limits.push_back(LimitJSON(L));
  for (const GateFailure &F : Gate->Failures)
    Failures.push_back(json::Object{
        {"kernel", F.Kernel.empty() ? json::Value(nullptr) : F.Kernel},
        {"launch", F.Launch},
        {"part", F.Part.empty() ? json::Value(nullptr) : F.Part},
        {"location", place(F.Loc)},
        {"limit", LimitJSON(F.Of)},
        {"number", number(F.Change)},
        {"reason", F.Reason}});
  return json::Object{{"kept", Gate->isKept()},
                      {"limits", std::move(Limits)},
                      {"failures", std::move(Failures)}};
}

} // namespace

json::Value toJSON(const ReportDiff &D, const GateResult *Gate) {
  json::Array Kernels;
  for (const KernelDiff &K : D.Kernels)
    Kernels.push_back(kernel(K));
  auto File = [](const std::string &Name, int64_t Version) {
    return json::Object{{"file", Name}, {"version", Version}};
  };
  json::Value Application = nullptr;
  if (D.ApplicationTime)
    Application = number(*D.ApplicationTime);
  return json::Object{{"format", "roofline-diff"},
                      {"version", 1},
                      {"old", File(D.OldName, D.OldVersion)},
                      {"new", File(D.NewName, D.NewVersion)},
                      {"same", D.isSame()},
                      {"application", std::move(Application)},
                      {"kernels", std::move(Kernels)},
                      {"gate", gate(Gate)}};
}

} // namespace roofline
