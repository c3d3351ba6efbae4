// Reads reports of `roofline analyze --json` for a comparison.
#include "roofline/Report/ReadReport.h"

#include "ReportFile.h"
#include "ReportNames.h"

#include "roofline/Json/JsonFile.h"
#include "roofline/Report/AnalysisResult.h"

#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace roofline {
namespace {

/// "1024 x 1024 x 1", or empty where there is none.
std::string sizesText(const std::optional<std::array<uint64_t, 3>> &Sizes) {
  return Sizes
             ? formatv("{0} x {1} x {2}", (*Sizes)[0], (*Sizes)[1], (*Sizes)[2])
                   .str()
             : "";
}

Reading boundsOf(const Count &C) { return {C.Least, C.Most}; }

/// \p Value, as \p Bound says: "lower" is only its least.
Reading bounded(std::optional<double> Value, StringRef Bound) {
  if (Bound == "lower")
    return {Value, std::nullopt};
  if (Bound == "upper")
    return {std::nullopt, Value};
  return Bound == "none" ? Reading() : Reading::exactly(Value);
}

class KernelReader {
public:
  explicit KernelReader(const ReportFile::Kernel &Report) : Report(Report) {}

  ReportedKernel read() {
    K.Name = Report.Name;
    K.Loc = Report.Loc;
    launch(Report.L);
    for (const ReportFile::Channel &C : Report.Channels)
      channel(C);
    counts(Report.Counted);
    if (Report.Priced)
      price(*Report.Priced);
    return std::move(K);
  }

private:
  void price(const ReportFile::Price &P) {
    K.Device = P.Device;
    K.Model = P.Model;
    K.Clock = P.Clock;
    K.IsClockGiven = P.ClockFrom == ClockSourceNames[size_t(ClockSource::User)];
    K.DeviceEntries = P.DeviceEntries;
    for (const ReportFile::Missing &M : P.Inputs)
      K.Missing.push_back({M.Input.What, M.Input.Loc});
    K.Numbers[Metric::Time] = bounded(P.Time, P.TimeBound);
    K.Numbers[Metric::Cycles] = bounded(P.Cycles, P.TimeBound);
    K.Numbers[Metric::Transactions] = bounded(P.Transactions, P.TimeBound);
    node(P.Root, {}, P.TimeBound);
    K.ComputeUnits = P.D.ComputeUnits;
    K.Simd = P.D.Simd;
    unroll(P.D.Unroll, &ReportedLoop::Unroll);
    if (P.OnBoard)
      board(*P.OnBoard);
    if (P.Fitted)
      fit(*P.Fitted);
    addLargestInterval();
  }

  void launch(const ReportFile::Launch &L) {
    K.Global = sizesText(L.Global);
    K.Local = sizesText(L.Local);
    for (const auto &[Name, Argument] : L.Args)
      K.Args[Name] =
          std::visit([](auto Value) { return double(Value); }, Argument.Value);
    if (!L.ProfiledLaunch.empty())
      K.Profile = L.ProfiledLaunch + (L.IsScaled ? ", scaled" : "");
  }

  void channel(const ReportFile::Channel &C) {
    std::string Text = C.Read ? "read" : "";
    if (C.Written)
      Text += Text.empty() ? "written" : " and written";
    Text += C.Depth ? formatv(", depth {0}", *C.Depth).str() : "";
    K.Channels[C.Name] = Text;
  }

  void counts(const ReportFile::Counts &C) {
    K.Numbers[Metric::Bytes] = boundsOf(C.Requested);
    K.Numbers[Metric::Compulsory] = boundsOf(C.Compulsory);
    K.Numbers[Metric::Work] = boundsOf(C.Work);
    for (const ReportFile::Operation &O : C.Operations)
      if (O.Counted)
        K.Counts["operations " + O.Name + " " + O.Type] = boundsOf(O.Number);
    for (const Traffic &T : C.BySpace) {
      if (T.Space == AddressSpace::Global) // is Metric::Bytes
        continue;
      K.Counts[std::string("bytes read from ") + name(T.Space)] =
          boundsOf(T.Read);
      K.Counts[std::string("bytes written to ") + name(T.Space)] =
          boundsOf(T.Written);
    }
  }

  /// Each factor goes to the next loop of its line.
  void unroll(const std::vector<ReportFile::Unrolled> &Factors,
              std::optional<double> ReportedLoop::*Factor) {
    for (const ReportFile::Unrolled &U : Factors)
      for (ReportedLoop &L : K.Loops)
        if (L.Loc.Line == U.Line && !(L.*Factor)) {
          L.*Factor = U.Factor;
          break;
        }
  }

  void fit(const ReportFile::Fit &F) {
    StringRef Least = F.Missing.empty() ? "exact" : "lower";
    K.Numbers[Metric::Logic] = bounded(F.Kernel.Logic, Least);
    K.Numbers[Metric::Memory] = bounded(F.Kernel.Memory, Least);
    K.Numbers[Metric::Dsp] = bounded(F.Kernel.Dsp, Least);
  }

  /// The model that gives the time has its own pipelines.
  void board(const ReportFile::Board &B) {
    K.Doubt = B.Doubt.value_or("");
    unroll(B.Unroll, &ReportedLoop::CompilerUnroll);
    for (ReportedLoop &L : K.Loops) {
      L.Numbers.clear();
      L.IsLimiting = false;
    }
    std::vector<bool> Taken(K.Loops.size());
    for (const ReportFile::Pipeline &P : B.Pipelines)
      pipeline(P, B.Limiting == Intervals.size(), Taken);
    StringRef Words = B.IsAtMost ? "upper" : "estimate";
    Reading Sum = bounded(0, Words);
    for (const ReportFile::Unit &U : B.Units)
      unit(U, bounded(U.Words, Words), Sum);
    K.Numbers[Metric::Words] = Sum;
  }

  void pipeline(const ReportFile::Pipeline &P, bool IsLimiting,
                std::vector<bool> &Taken) {
    const Reading Interval = Reading::exactly(P.Interval);
    Intervals.push_back(Interval);
    for (size_t I = 0; P.Loop && I < K.Loops.size(); ++I)
      if (!Taken[I] && K.Loops[I].Loc == P.Loop) {
        Taken[I] = true;
        K.Loops[I].IsLimiting = IsLimiting;
        if (P.ForcedBy || P.Interval == 1.0)
          K.Loops[I].ForcedBy = dependence(P.ForcedBy);
        K.Loops[I].Numbers = {{Metric::Interval, Interval},
                              {Metric::Depth, Reading::exactly(P.Depth)},
                              {Metric::Cycles, Reading::exactly(P.Cycles)}};
        return;
      }
  }

  static std::optional<ReportedDependence>
  dependence(const std::optional<ReportFile::Dependence> &D) {
    if (!D)
      return std::nullopt;
    return ReportedDependence{nameOf(D->K), D->Producer, D->Consumer,
                              D->Distance};
  }

  /// Adds the words of a unit to the first access at its place.
  void unit(const ReportFile::Unit &U, const Reading &Words, Reading &Sum) {
    add(Sum, Words);
    for (ReportedAccess &A : K.Accesses)
      if (A.Loc == U.Loc && A.Object == U.Object) {
        auto [It, IsFirst] = A.Numbers.try_emplace(Metric::Words, Words);
        if (!IsFirst)
          add(It->second, Words);
        return;
      }
  }

  static void add(Reading &To, const Reading &Term) {
    auto Add = [](std::optional<double> &A, const std::optional<double> &B) {
      A = A && B ? std::optional(*A + *B) : std::nullopt;
    };
    Add(To.Least, Term.Least);
    Add(To.Most, Term.Most);
  }

  void node(const ReportFile::Node &N, std::optional<uint32_t> Around,
            StringRef Bound) {
    if (N.OfLoop) {
      loop(*N.OfLoop, Around, bounded(N.Cycles, Bound));
      Around = K.Loops.size() - 1;
    }
    if (N.OfBlock) {
      if (Around && N.OfBlock->IsLimiting)
        K.Loops[*Around].IsLimiting = true;
      for (const ReportFile::Access &A : N.OfBlock->Accesses)
        access(A, Around, Bound);
    }
    for (const ReportFile::Node &Child : N.Children)
      node(Child, Around, Bound);
  }

  void loop(const ReportFile::Loop &L, std::optional<uint32_t> Around,
            const Reading &Cycles) {
    ReportedLoop Loop;
    Loop.Loc = L.Loc;
    Loop.Parent = Around;
    Loop.TripKind = nameOf(L.TripKind);
    Loop.TripForm = L.TripForm.value_or("");
    Loop.TripSource = L.TripSource;
    Loop.TripReason = L.Reason;
    Loop.Trip = L.Trip;
    Loop.ForcedBy = dependence(L.ForcedBy);
    Loop.SerializedBy = dependence(L.SerializedBy);
    Loop.Numbers = {{Metric::Interval, Reading::exactly(L.Interval)},
                    {Metric::Cycles, Cycles}};
    K.Loops.push_back(std::move(Loop));
  }

  void access(const ReportFile::Access &A, std::optional<uint32_t> Around,
              StringRef Bound) {
    ReportedAccess Access;
    Access.Loc = A.Loc;
    Access.Loop = Around;
    Access.Object = A.Object;
    Access.Kind = nameOf(A.K);
    Access.Pattern = A.Pattern;
    Access.Irregular = A.Irregular.value_or("");
    Access.NumBytes = A.NumBytes;
    Access.Predicated = A.Predicated;
    Access.LanesCoalesce = A.LanesCoalesce;
    Access.OrderCoalesces = A.OrderCoalesces;
    auto Strides = [](const auto &From, std::vector<ReportedStride> &To) {
      for (const ReportFile::Direction &D : From)
        To.push_back({D.Inside ? nameOf(*D.Inside) + std::string(" in blocks")
                               : nameOf(D.K),
                      D.NumBytes, D.Form.value_or(""), D.Length});
    };
    if (A.AlongWorkItems)
      Strides(*A.AlongWorkItems, Access.AlongWorkItems);
    if (A.AlongLoops)
      Strides(*A.AlongLoops, Access.AlongLoops);
    Access.Numbers[Metric::Transactions] = bounded(A.Transactions, Bound);
    K.Accesses.push_back(std::move(Access));
  }

  /// Takes the largest of all pipelines; unknown where one is.
  void addLargestInterval() {
    if (Intervals.empty())
      for (const ReportedLoop &L : K.Loops)
        if (auto It = L.Numbers.find(Metric::Interval); It != L.Numbers.end())
          Intervals.push_back(It->second);
    if (Intervals.empty())
      return;
    Reading Largest = Intervals.front();
    for (const Reading &R : Intervals)
      if (!R.Most || !Largest.Most)
        Largest = Reading();
      else if (*R.Most > *Largest.Most)
        Largest = R;
    K.Numbers[Metric::Interval] = Largest;
  }

  const ReportFile::Kernel &Report;
  ReportedKernel K;
  std::vector<Reading> Intervals; ///< of the model board's pipelines
};

/// Reports of version 2 may only say whether times are complete.
json::Value withTimeBounds(json::Value Root) {
  auto Add = [](json::Object *O) {
    if (O && !O->get("time_bound"))
      (*O)["time_bound"] =
          O->getBoolean("complete").value_or(false) ? "exact" : "lower";
  };
  if (json::Array *Kernels = Root.getAsObject()->getArray("kernels"))
    for (json::Value &Kernel : *Kernels)
      Add(Kernel.getAsObject());
  Add(Root.getAsObject()->getObject("application"));
  return Root;
}

Error checkEnvelope(const json::Value &Root, StringRef Name) {
  const json::Object *O = Root.getAsObject();
  if (!O || O->getString("format") != StringRef("roofline-report"))
    return jsonError(Name, "not a report of roofline analyze --json: "
                           "\"format\": \"roofline-report\" is missing");
  const json::Value *Version = O->get("version");
  if (!Version)
    return jsonError(Name, "\"version\" is missing");
  auto Number = Version->getAsInteger();
  if (!Number || *Number < ReportFile::OldestVersion ||
      *Number > ReportFile::Version)
    return jsonError(
        Name,
        formatv("version {0}; this program reads versions {1} to {2}", *Version,
                ReportFile::OldestVersion, ReportFile::Version));
  return O->get("kernels") ? Error::success()
                           : jsonError(Name, "\"kernels\" is missing");
}

} // namespace

Expected<ReportedFile> parseReport(StringRef Text, StringRef Name) {
  Expected<json::Value> Root = parseJsonText(Text, Name);
  if (!Root)
    return Root.takeError();
  return readReport(*Root, Name);
}

Expected<ReportedFile> readReport(const json::Value &Root, StringRef Name) {
  if (Error E = checkEnvelope(Root, Name))
    return E;
  ReportedFile Result;
  Result.Name = Name;
  Result.Version = *Root.getAsObject()->getInteger("version");
  ReportFile File;
  if (Error E = Result.Version == 2
                    ? readReportFile(withTimeBounds(Root), Name, File)
                    : readReportFile(Root, Name, File))
    return E;
  for (const ReportFile::Kernel &K : File.Kernels)
    Result.Kernels.push_back(KernelReader(K).read());
  if (const auto &Whole = File.Whole)
    Result.ApplicationTime = bounded(Whole->Time, Whole->TimeBound);
  return Result;
}

} // namespace roofline
