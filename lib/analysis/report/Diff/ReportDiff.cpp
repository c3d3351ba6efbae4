// Two reports compared, part by part.
#include "roofline/Diff/ReportDiff.h"

#include "Inputs.h"
#include "Match.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace roofline {
namespace {

struct MetricFacts {
  Metric M;
  const char *Name, *Unit;
};
constexpr MetricFacts Facts[] = {
    {Metric::Time, "time", "s"},
    {Metric::Cycles, "cycles", "cycle"},
    {Metric::Interval, "ii", "cycle"},
    {Metric::Transactions, "transactions", "transaction"},
    {Metric::Words, "words", "word"},
    {Metric::Bytes, "bytes", "byte"},
    {Metric::Compulsory, "compulsory", "byte"},
    {Metric::Work, "work", "operation"},
    {Metric::Logic, "logic", "ALM"},
    {Metric::Memory, "memory", "block"},
    {Metric::Dsp, "dsp", "block"},
    {Metric::Depth, "depth", "cycle"},
};

bool isSameBound(const std::optional<double> &A,
                 const std::optional<double> &B) {
  return A && B ? isSameNumber(*A, *B) : !A && !B;
}

/// \p Old and \p New side by side; a side that is not there has no numbers.
std::vector<MetricChange> compareNumbers(const Metrics *Old,
                                         const Metrics *New) {
  std::vector<MetricChange> Result;
  for (const MetricFacts &F : Facts) {
    MetricChange C;
    C.M = F.M;
    auto Take = [&](const Metrics *From, std::optional<Reading> &To) {
      if (From)
        if (auto It = From->find(F.M); It != From->end())
          To = It->second;
    };
    Take(Old, C.Old);
    Take(New, C.New);
    if (C.Old || C.New)
      Result.push_back(std::move(C));
  }
  return Result;
}

Presence presenceOf(const Match &M) {
  return M.Old && M.New ? Presence::Both
         : M.New        ? Presence::New
                        : Presence::Gone;
}

/// True where the source does not decide the trip count: somebody gave it, or
/// a profile did.
bool isTripOfLaunch(const ReportedLoop &L) {
  return L.TripSource == "given" || L.TripSource == "measured" ||
         L.TripSource == "scaled";
}

/// True where the launches say other trip counts.
bool isOtherTrip(const ReportedLoop &Old, const ReportedLoop &New) {
  return (isTripOfLaunch(Old) || isTripOfLaunch(New)) &&
         (Old.TripSource != New.TripSource || !isSameBound(Old.Trip, New.Trip));
}

bool isSameDevice(const ReportedKernel &Old, const ReportedKernel &New) {
  const bool MayDiffer = !Old.IsClockGiven && !New.IsClockGiven;
  return Old.Device == New.Device &&
         (MayDiffer || isSameBound(Old.Clock, New.Clock)) &&
         Old.DeviceEntries == New.DeviceEntries;
}

class KernelComparer {
public:
  KernelComparer(const ReportedKernel &Old, const ReportedKernel &New)
      : Old(Old), New(New), Loops(matchLoops(Old, New)) {}

  KernelDiff all() {
    Result.Name = New.Name;
    if (!isSameDevice(Old, New))
      Result.Differs.insert(Setting::Device);
    if (Old.Model != New.Model)
      Result.Differs.insert(Setting::Model);
    if (!isSameLaunch(Old, New) || Old.Profile != New.Profile)
      Result.Differs.insert(Setting::Launch);
    PartDiff Kernel;
    Kernel.Old = Old.Loc;
    Kernel.New = New.Loc;
    Kernel.Numbers = compareNumbers(&Old.Numbers, &New.Numbers);
    Kernel.Inputs = settingInputs(Old, New);
    Result.Parts.push_back(std::move(Kernel));
    compareLoops();
    compareAccesses();
    PartDiff Counts;
    Counts.K = PartDiff::Kind::Counts;
    Counts.Name = "counts";
    Counts.Inputs = countInputs(Old, New);
    add(std::move(Counts));
    return std::move(Result);
  }

private:
  /// Keeps parts that changed; the gate needs all loops.
  void add(PartDiff Part) {
    if (Part.K == PartDiff::Kind::Loop || !Part.isSame())
      Result.Parts.push_back(std::move(Part));
  }

  void compareLoops() {
    for (const Match &M : Loops) {
      const ReportedLoop *O = M.Old ? &Old.Loops[*M.Old] : nullptr;
      const ReportedLoop *N = M.New ? &New.Loops[*M.New] : nullptr;
      PartDiff Part;
      Part.K = PartDiff::Kind::Loop;
      Part.Name = "loop";
      Part.LimitedOld = O && O->IsLimiting;
      Part.LimitsNew = N && N->IsLimiting;
      Part.P = presenceOf(M);
      if (O)
        Part.Old = O->Loc;
      if (N)
        Part.New = N->Loc;
      Part.Numbers =
          compareNumbers(O ? &O->Numbers : nullptr, N ? &N->Numbers : nullptr);
      if (O && N) {
        Part.Inputs = loopInputs(*O, *N);
        if (isOtherTrip(*O, *N))
          Result.Differs.insert(Setting::Launch);
      }
      add(std::move(Part));
    }
  }

  void compareAccesses() {
    for (const Match &M : matchAccesses(Old, New, Loops)) {
      const ReportedAccess *O = M.Old ? &Old.Accesses[*M.Old] : nullptr;
      const ReportedAccess *N = M.New ? &New.Accesses[*M.New] : nullptr;
      PartDiff Part;
      Part.K = PartDiff::Kind::Access;
      Part.Name = (N ? N : O)->Kind + " of " + (N ? N : O)->Object;
      Part.P = presenceOf(M);
      if (O)
        Part.Old = O->Loc;
      if (N)
        Part.New = N->Loc;
      Part.Numbers =
          compareNumbers(O ? &O->Numbers : nullptr, N ? &N->Numbers : nullptr);
      if (O && N) {
        Part.Inputs = accessInputs(*O, *N);
        if (!isSameLoop(O->Loop, N->Loop))
          Part.Inputs.push_back(
              {"place", loopText(Old, O->Loop), loopText(New, N->Loop)});
      }
      add(std::move(Part));
    }
  }

  bool isSameLoop(std::optional<uint32_t> O, std::optional<uint32_t> N) const {
    return (!O && !N) ||
           (O && N &&
            std::find(Loops.begin(), Loops.end(), Match{O, N}) != Loops.end());
  }

  static std::string loopText(const ReportedKernel &K,
                              std::optional<uint32_t> Loop) {
    return Loop ? "in the loop at line " +
                      std::to_string(K.Loops[*Loop].Loc.Line)
                : "in no loop";
  }

  const ReportedKernel &Old, &New;
  std::vector<Match> Loops;
  KernelDiff Result;
};

/// A kernel that only one of the reports has.
KernelDiff aloneKernel(const ReportedKernel &K, Presence P) {
  KernelDiff Result;
  Result.Name = K.Name;
  Result.P = P;
  PartDiff Part;
  Part.P = P;
  const bool IsNew = P == Presence::New;
  (IsNew ? Part.New : Part.Old) = K.Loc;
  Part.Numbers = compareNumbers(IsNew ? nullptr : &K.Numbers,
                                IsNew ? &K.Numbers : nullptr);
  Result.Parts.push_back(std::move(Part));
  return Result;
}

} // namespace

const char *metricName(Metric M) { return Facts[size_t(M)].Name; }
const char *metricUnit(Metric M) { return Facts[size_t(M)].Unit; }

std::optional<Metric> metricOf(std::string_view Name) {
  for (const MetricFacts &F : Facts)
    if (Name == F.Name)
      return F.M;
  return std::nullopt;
}

const char *settingName(Setting S) { return SettingNames[size_t(S)]; }

bool isSameNumber(double A, double B) {
  // Sums of thousands of terms in another order differ in the last bits.
  constexpr double Rounding = 1e-12;
  return A == B ||
         std::abs(A - B) <= Rounding * std::max(std::abs(A), std::abs(B));
}

Trend MetricChange::trend() const {
  if (!Old || !New)
    return Old ? Trend::Vanished : New ? Trend::Appeared : Trend::Absent;
  if (Old->isUnknown() || New->isUnknown())
    return New->isUnknown()
               ? (Old->isUnknown() ? Trend::StaysUnknown : Trend::BecameUnknown)
               : Trend::BecameKnown;
  if (isSameBound(Old->Least, New->Least) && isSameBound(Old->Most, New->Most))
    return Trend::Same;
  // A bound may have got narrower without any change of the number itself.
  if (Old->Most && New->Least && *New->Least > *Old->Most)
    return Trend::More;
  if (Old->Least && New->Most && *New->Most < *Old->Least)
    return Trend::Less;
  return Trend::Bounds;
}

std::optional<double> MetricChange::growth() const {
  if (!Old || !New || Old->isExact() != New->isExact() || !Old->Most ||
      !New->Most || *Old->Most == 0)
    return std::nullopt;
  return *New->Most / *Old->Most - 1;
}

bool PartDiff::isSame() const {
  auto IsSame = [](const MetricChange &C) {
    return C.trend() == Trend::Same || C.trend() == Trend::StaysUnknown;
  };
  return P == Presence::Both && Inputs.empty() &&
         std::all_of(Numbers.begin(), Numbers.end(), IsSame);
}

bool KernelDiff::isSame() const {
  return P == Presence::Both && Differs.empty() &&
         std::all_of(Parts.begin(), Parts.end(),
                     [](const PartDiff &Part) { return Part.isSame(); });
}

bool KernelDiff::isUnexplained() const {
  if (isSame() || P != Presence::Both || !Differs.empty())
    return false;
  return std::none_of(Parts.begin(), Parts.end(), [](const PartDiff &Part) {
    return Part.P != Presence::Both ||
           std::any_of(Part.Inputs.begin(), Part.Inputs.end(),
                       [](const InputChange &C) { return C.Old != C.New; });
  });
}

bool ReportDiff::isSame() const {
  return (!ApplicationTime || ApplicationTime->trend() == Trend::Same ||
          ApplicationTime->trend() == Trend::StaysUnknown) &&
         std::all_of(Kernels.begin(), Kernels.end(),
                     [](const KernelDiff &K) { return K.isSame(); });
}

ReportDiff diffReports(const ReportedFile &Old, const ReportedFile &New) {
  ReportDiff Result;
  Result.OldName = Old.Name;
  Result.NewName = New.Name;
  Result.OldVersion = Old.Version;
  Result.NewVersion = New.Version;
  if (Old.ApplicationTime || New.ApplicationTime)
    Result.ApplicationTime = {Metric::Time, Old.ApplicationTime,
                              New.ApplicationTime};
  std::map<std::string, uint32_t> Launches;
  for (const Match &M : matchKernels(Old.Kernels, New.Kernels)) {
    KernelDiff K =
        M.Old && M.New
            ? KernelComparer(Old.Kernels[*M.Old], New.Kernels[*M.New]).all()
            : aloneKernel(M.New ? New.Kernels[*M.New] : Old.Kernels[*M.Old],
                          presenceOf(M));
    K.Launch = Launches[K.Name]++;
    if (M.New)
      for (const ReportedMissing &Missing : New.Kernels[*M.New].Missing)
        K.Unknown.push_back(Missing.What);
    Result.Kernels.push_back(std::move(K));
  }
  return Result;
}

} // namespace roofline
