// Limits on how much the numbers of a report may grow.
#include "roofline/Diff/Gate.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>

namespace roofline {
namespace {

std::vector<std::string_view> splitAtCommas(std::string_view Text) {
  std::vector<std::string_view> Parts;
  for (size_t Begin = 0;;) {
    const size_t End = Text.find(',', Begin);
    Parts.push_back(Text.substr(Begin, End - Begin));
    if (End == std::string_view::npos)
      return Parts;
    Begin = End + 1;
  }
}

std::string inQuotes(std::string_view Text) {
  return "'" + std::string(Text) + "'";
}

std::optional<std::string> parseLimit(std::string_view Text, Limit &L) {
  const size_t Equals = Text.find('=');
  if (Equals == std::string_view::npos)
    return inQuotes(Text) + ": METRIC=GROWTH is expected, as time=5%";
  const std::string_view Name = Text.substr(0, Equals);
  std::optional<Metric> M = metricOf(Name);
  if (!M || *M == Metric::Depth) {
    std::string Names;
    for (size_t I = 0; I < size_t(Metric::Depth); ++I)
      Names += std::string(I ? ", " : "") + metricName(Metric(I));
    return inQuotes(Name) + ": no such metric; there are: " + Names;
  }
  std::string_view Value = Text.substr(Equals + 1);
  const bool IsRelative = !Value.empty() && Value.back() == '%';
  if (IsRelative)
    Value.remove_suffix(1);
  double Number = 0;
  auto [End, Error] =
      std::from_chars(Value.data(), Value.data() + Value.size(), Number);
  if (Error != std::errc() || End != Value.data() + Value.size() ||
      !std::isfinite(Number))
    return inQuotes(Text) + ": a number or a percentage is expected after '='";
  if (std::signbit(Number))
    return inQuotes(Text) + ": the growth allowed is negative";
  L = {*M, IsRelative ? Number / 100 : Number, IsRelative};
  return std::nullopt;
}

/// True where numbers of \p M depend on \p S.
bool dependsOn(Metric M, Setting S) {
  const bool IsOfKernel =
      M == Metric::Bytes || M == Metric::Compulsory || M == Metric::Work;
  const bool IsOfDesign = M == Metric::Interval || M == Metric::Logic ||
                          M == Metric::Memory || M == Metric::Dsp;
  switch (S) {
  case Setting::Device:
    return !IsOfKernel;
  case Setting::Model:
    return M == Metric::Time || M == Metric::Cycles || M == Metric::Interval;
  case Setting::Launch:
    return !IsOfDesign;
  }
  return true;
}

bool isWithin(double Old, double New, const Limit &L) {
  const double Allowed = Old + (L.IsRelative ? Old * L.Growth : L.Growth);
  return New <= Allowed || isSameNumber(New, Allowed);
}

/// Why \p C may be beyond \p L, or nothing where it is certainly not.
std::optional<std::string> whyBeyond(const MetricChange &C, const Limit &L) {
  if (!C.Old && !C.New)
    return "neither report has it";
  if (!C.Old || !C.New)
    return C.Old ? "the new report does not have it"
                 : "the old report does not have it";
  if (!C.New->Most)
    return C.New->Least ? "the new one is only known to be at least that"
                        : "the new one is unknown";
  const bool LikeWithLike = !C.Old->isExact() && !C.New->isExact();
  const std::optional<double> &Base = LikeWithLike ? C.Old->Most : C.Old->Least;
  if (!Base)
    return C.Old->isUnknown() ? "the old one is unknown"
                              : "the old one is only known to a bound";
  const bool LeastIsWithin = !LikeWithLike || !C.Old->Least || !C.New->Least ||
                             isWithin(*C.Old->Least, *C.New->Least, L);
  if (isWithin(*Base, *C.New->Most, L) && LeastIsWithin)
    return std::nullopt;
  return "more than the limit";
}

class Checker {
public:
  Checker(const std::vector<Limit> &Limits, const std::set<Setting> &Across)
      : Across(Across) {
    Result.Limits = Limits;
  }

  GateResult all(const ReportDiff &D) {
    for (const Limit &L : Result.Limits) {
      if (L.M == Metric::Time && D.ApplicationTime)
        check({}, "", {}, *D.ApplicationTime, L);
      if (std::all_of(D.Kernels.begin(), D.Kernels.end(),
                      [](const KernelDiff &K) { return K.P == Presence::New; }))
        fail({}, "", {}, {L.M, {}, {}}, L, "no kernel is in both reports");
      for (const KernelDiff &K : D.Kernels)
        checkKernel(K, L);
    }
    return std::move(Result);
  }

private:
  void checkKernel(const KernelDiff &K, const Limit &L) {
    if (K.P == Presence::New)
      return; // nothing to grow from
    const PartDiff &Whole = K.Parts.front();
    const MetricChange Number = numberOf(Whole, L.M);
    if (K.P == Presence::Gone)
      return fail(&K, "", Whole.Old, Number, L, "the kernel is gone");
    const bool IsUnknown = Number.New && !Number.New->Most;
    for (Setting S : K.Differs)
      if (dependsOn(L.M, S) && !Across.count(S) && !IsUnknown)
        return fail(&K, "", Whole.New, Number, L,
                    std::string("the reports are of different ") +
                        settingName(S) + (S == Setting::Launch ? "es" : "s"));
    if (L.M == Metric::Interval)
      return checkIntervals(K, Number, L);
    check(&K, "", Whole.New, Number, L);
  }

  /// Checks the kernel's largest and each loop's that both reports have.
  void checkIntervals(const KernelDiff &K, const MetricChange &Largest,
                      const Limit &L) {
    const PartDiff &Whole = K.Parts.front();
    const bool HasNoLoop = !Largest.Old && !Largest.New;
    const MetricChange Time = numberOf(Whole, Metric::Time);
    if (!HasNoLoop || !Time.Old || !Time.New)
      check(&K, "", Whole.New, Largest, L);
    for (const PartDiff &Part : K.Parts) {
      const MetricChange C = numberOf(Part, Metric::Interval);
      if (Part.K == PartDiff::Kind::Loop && C.Old && C.New)
        check(&K, Part.Name, Part.New, C, L);
    }
  }

  static MetricChange numberOf(const PartDiff &Part, Metric M) {
    for (const MetricChange &C : Part.Numbers)
      if (C.M == M)
        return C;
    return {M, std::nullopt, std::nullopt};
  }

  void check(const KernelDiff *K, const std::string &Part,
             const SourceLocation &Loc, const MetricChange &C, const Limit &L) {
    if (auto Reason = whyBeyond(C, L))
      fail(K, Part, Loc, C, L, *Reason);
  }

  void fail(const KernelDiff *K, const std::string &Part,
            const SourceLocation &Loc, const MetricChange &C, const Limit &L,
            std::string Reason) {
    const bool IsUnknown = C.New && !C.New->Most;
    if (IsUnknown && K && !K->Unknown.empty())
      Reason += ": it misses " + K->Unknown.front() +
                (K->Unknown.size() > 1 ? ", ..." : "");
    Result.Failures.push_back({K ? K->Name : "", K ? K->Launch : 0, Loc, Part,
                               L, C, std::move(Reason)});
  }

  const std::set<Setting> &Across;
  GateResult Result;
};

} // namespace

std::string limitText(const Limit &L) {
  char Number[40];
  snprintf(Number, sizeof(Number), "%.10g%s",
           L.IsRelative ? L.Growth * 100 : L.Growth, L.IsRelative ? "%" : "");
  return std::string(metricName(L.M)) + "=" + Number;
}

std::optional<std::string> parseLimits(std::string_view Text,
                                       std::vector<Limit> &Limits) {
  for (std::string_view Part : splitAtCommas(Text)) {
    Limit L;
    if (auto Problem = parseLimit(Part, L))
      return Problem;
    for (const Limit &Other : Limits)
      if (Other.M == L.M)
        return inQuotes(Text) + ": " + metricName(L.M) + " is given twice";
    Limits.push_back(L);
  }
  return std::nullopt;
}

std::optional<std::string> parseSettings(std::string_view Text,
                                         std::set<Setting> &Settings) {
  for (std::string_view Part : splitAtCommas(Text)) {
    const size_t Before = Settings.size();
    for (Setting S : {Setting::Device, Setting::Model, Setting::Launch})
      if (Part == settingName(S) && !Settings.insert(S).second)
        return inQuotes(Text) + ": " + settingName(S) + " is given twice";
    if (Settings.size() == Before)
      return inQuotes(Part) + ": device, model or launch is expected";
  }
  return std::nullopt;
}

GateResult checkLimits(const ReportDiff &D, const std::vector<Limit> &Limits,
                       const std::set<Setting> &Across) {
  return Checker(Limits, Across).all(D);
}

} // namespace roofline
