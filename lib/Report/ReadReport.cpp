// Reads reports of `roofline analyze --json` for a comparison.
#include "roofline/Report/ReadReport.h"

#include "ReportFields.h"

#include "roofline/Json/JsonFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace roofline {
namespace {

constexpr int64_t OldestVersion = 2, NewestVersion = 3;

/// "1024 x 1024 x 1", or empty where there is none.
std::string sizesText(const ReportFields &F, StringLiteral Key) {
  const json::Value *V = F.find(Key);
  const json::Array *Sizes = V ? V->getAsArray() : nullptr;
  std::string Text;
  for (size_t I = 0; Sizes && I < Sizes->size(); ++I)
    if (auto Size = (*Sizes)[I].getAsInteger())
      Text += (I ? " x " : "") + std::to_string(*Size);
  if (V && Text.empty())
    F.fail(F.path(Key), "expected a list of sizes");
  return Text;
}

/// "least" and "most" of the object \p Key.
Reading bounds(const ReportFields &F, StringLiteral Key) {
  Reading R;
  F.object(Key, [&](const ReportFields &Count) {
    R = {Count.number("least"), Count.number("most")};
  });
  return R;
}

/// \p Value, as \p Bound says: "lower" is only its least.
Reading bounded(std::optional<double> Value, StringRef Bound) {
  if (Bound == "lower")
    return {Value, std::nullopt};
  if (Bound == "upper")
    return {std::nullopt, Value};
  return Bound == "none" ? Reading() : Reading::exactly(Value);
}

/// Reads what times are. Reports of version 2 may only say whether they are
/// complete.
std::string boundOf(const ReportFields &F, int64_t Version) {
  if (Version == OldestVersion && !F.find("time_bound"))
    return F.flag("complete") ? "exact" : "lower";
  F.need("time_bound");
  std::string Bound = F.text("time_bound");
  if (!is_contained({"estimate", "exact", "lower", "upper", "none"}, Bound))
    F.fail(F.path("time_bound"),
           "expected estimate, exact, lower, upper or none");
  return Bound;
}

class KernelReader {
public:
  KernelReader(const ReportFields &F, int64_t Version)
      : F(F), Version(Version) {}

  ReportedKernel read() {
    F.need("kernel");
    K.Name = F.text("kernel");
    K.Loc = F.place("location");
    K.Device = F.text("device");
    K.Model = F.text("model");
    K.Clock = F.number("clock_hz");
    F.numbers("device_entries", [&](StringRef Key, double Value) {
      K.DeviceEntries[Key.str()] = Value;
    });
    F.object("launch", [&](const ReportFields &L) { launch(L); });
    F.list("channels", [&](const ReportFields &C) { channel(C); });
    F.list("missing", [&](const ReportFields &M) {
      K.Missing.push_back({M.text("what"), M.place("location")});
    });
    F.object("counts", [&](const ReportFields &C) { counts(C); });
    if (!F.find("hierarchy"))
      return std::move(K);
    Bound = boundOf(F, Version);
    K.Numbers[Metric::Time] = bounded(F.number("time_s"), Bound);
    K.Numbers[Metric::Cycles] = bounded(F.number("cycles"), Bound);
    K.Numbers[Metric::Transactions] = bounded(F.number("transactions"), Bound);
    F.object("hierarchy", [&](const ReportFields &N) { node(N, {}); });
    F.object("design", [&](const ReportFields &D) { design(D); });
    F.object("board", [&](const ReportFields &B) { board(B); });
    F.object("fit", [&](const ReportFields &A) { fit(A); });
    addLargestInterval();
    return std::move(K);
  }

private:
  void launch(const ReportFields &L) {
    K.Global = sizesText(L, "global");
    K.Local = sizesText(L, "local");
    L.numbers("args",
              [&](StringRef Key, double Value) { K.Args[Key.str()] = Value; });
    L.object("profile", [&](const ReportFields &P) {
      K.Profile = P.text("launch") + (P.flag("scaled") ? ", scaled" : "");
    });
  }

  void channel(const ReportFields &C) {
    std::string Text = C.flag("read") ? "read" : "";
    if (C.flag("written"))
      Text += Text.empty() ? "written" : " and written";
    const std::optional<double> Depth = C.number("depth");
    Text += Depth ? formatv(", depth {0:f0}", *Depth).str() : "";
    K.Channels[C.text("name")] = Text;
  }

  void counts(const ReportFields &C) {
    K.Numbers[Metric::Bytes] = bounds(C, "requested");
    K.Numbers[Metric::Compulsory] = bounds(C, "compulsory");
    K.Numbers[Metric::Work] = bounds(C, "work");
    C.list("operations", [&](const ReportFields &O) {
      if (O.flag("counted"))
        K.Counts["operations " + O.text("name") + " " + O.text("type")] =
            bounds(O, "number");
    });
    C.list("requested_by_space", [&](const ReportFields &S) {
      const std::string Space = S.text("space");
      if (Space == "global") // is Metric::Bytes, access by access
        return;
      K.Counts["bytes read from " + Space] = bounds(S, "read");
      K.Counts["bytes written to " + Space] = bounds(S, "written");
    });
  }

  /// Each factor goes to the next loop of its line.
  void design(const ReportFields &D) {
    K.ComputeUnits = D.number("compute_units");
    K.Simd = D.number("simd");
    unroll(D, &ReportedLoop::Unroll);
  }

  void unroll(const ReportFields &D,
              std::optional<double> ReportedLoop::*Factor) {
    D.list("unroll", [&](const ReportFields &U) {
      const uint32_t Line = U.position("line");
      for (ReportedLoop &L : K.Loops)
        if (L.Loc.Line == Line && !(L.*Factor)) {
          L.*Factor = U.number("factor");
          return;
        }
    });
  }

  void fit(const ReportFields &A) {
    const json::Value *Missing = A.find("missing");
    const json::Array *List = Missing ? Missing->getAsArray() : nullptr;
    StringRef Least = List && !List->empty() ? "lower" : "exact";
    A.object("kernel", [&](const ReportFields &R) {
      K.Numbers[Metric::Logic] = bounded(R.number("logic_alm"), Least);
      K.Numbers[Metric::Memory] = bounded(R.number("memory_blocks"), Least);
      K.Numbers[Metric::Dsp] = bounded(R.number("dsp_blocks"), Least);
    });
  }

  /// The model that gives the time has its own pipelines.
  void board(const ReportFields &B) {
    K.Doubt = B.text("doubt");
    unroll(B, &ReportedLoop::CompilerUnroll);
    for (ReportedLoop &L : K.Loops) {
      L.Numbers.clear();
      L.IsLimiting = false;
    }
    const std::optional<double> Limiting = B.number("limiting");
    std::vector<bool> Taken(K.Loops.size());
    B.list("pipelines", [&](const ReportFields &P) {
      const bool IsLimiting = Limiting == double(Intervals.size());
      pipeline(P, IsLimiting, Taken);
    });
    StringRef Words = B.flag("at_most") ? "upper" : "estimate";
    Reading Sum = bounded(0, Words);
    B.list("units", [&](const ReportFields &U) { unit(U, Words, Sum); });
    K.Numbers[Metric::Words] = Sum;
  }

  void pipeline(const ReportFields &P, bool IsLimiting,
                std::vector<bool> &Taken) {
    const Reading Interval = Reading::exactly(P.number("interval"));
    Intervals.push_back(Interval);
    if (!P.find("loop"))
      return;
    const SourceLocation Loc = P.place("loop");
    for (size_t I = 0; I < K.Loops.size(); ++I)
      if (!Taken[I] && K.Loops[I].Loc == Loc) {
        Taken[I] = true;
        K.Loops[I].IsLimiting = IsLimiting;
        K.Loops[I].Numbers = {
            {Metric::Interval, Interval},
            {Metric::Depth, Reading::exactly(P.number("depth"))},
            {Metric::Cycles, Reading::exactly(P.number("cycles"))}};
        return;
      }
  }

  /// Adds the words of a unit to the first access at its place.
  void unit(const ReportFields &U, StringRef Bound, Reading &Sum) {
    const Reading Words = bounded(U.number("words"), Bound);
    add(Sum, Words);
    const SourceLocation Loc = U.place("location");
    const std::string Object = U.text("object");
    for (ReportedAccess &A : K.Accesses)
      if (A.Loc == Loc && A.Object == Object) {
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

  void node(const ReportFields &N, std::optional<uint32_t> Around) {
    N.object("loop", [&](const ReportFields &L) {
      loop(L, Around, N.number("cycles"));
      Around = K.Loops.size() - 1;
    });
    N.object("block", [&](const ReportFields &B) {
      if (Around && B.flag("limiting"))
        K.Loops[*Around].IsLimiting = true;
      B.list("accesses", [&](const ReportFields &A) { access(A, Around); });
    });
    N.list("children", [&](const ReportFields &C) { node(C, Around); });
  }

  void loop(const ReportFields &L, std::optional<uint32_t> Around,
            std::optional<double> Cycles) {
    ReportedLoop Loop;
    Loop.Loc = L.place("location");
    Loop.Parent = Around;
    Loop.TripKind = L.text("trip_kind");
    Loop.TripForm = L.text("trip_form");
    Loop.TripSource = L.text("trip_source");
    Loop.TripReason = L.text("reason");
    Loop.Trip = L.number("trip");
    auto Dependence = [&](StringLiteral Key,
                          std::optional<ReportedDependence> &To) {
      L.object(Key, [&](const ReportFields &D) {
        To = {D.text("kind"), D.place("producer"), D.place("consumer"),
              D.number("distance")};
      });
    };
    Dependence("forced_by", Loop.ForcedBy);
    Dependence("serialized_by", Loop.SerializedBy);
    const Reading Interval = Reading::exactly(L.number("initiation_interval"));
    Loop.Numbers = {{Metric::Interval, Interval},
                    {Metric::Cycles, bounded(Cycles, Bound)}};
    K.Loops.push_back(std::move(Loop));
  }

  void access(const ReportFields &A, std::optional<uint32_t> Around) {
    ReportedAccess Access;
    Access.Loc = A.place("location");
    Access.Loop = Around;
    Access.Object = A.text("object");
    Access.Kind = A.text("kind");
    Access.Pattern = A.text("pattern");
    Access.Irregular = A.text("irregular");
    Access.NumBytes = A.number("bytes");
    Access.Predicated = A.flag("predicated");
    Access.LanesCoalesce = A.flag("lanes_coalesce");
    Access.OrderCoalesces = A.flag("order_coalesces");
    auto Strides = [&](StringLiteral Key, std::vector<ReportedStride> &To) {
      A.list(Key, [&](const ReportFields &S) {
        To.push_back({S.text("kind"), S.number("bytes"), S.text("form")});
      });
    };
    Strides("along_work_items", Access.AlongWorkItems);
    Strides("along_loops", Access.AlongLoops);
    Access.Numbers[Metric::Transactions] =
        bounded(A.number("transactions"), Bound);
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

  const ReportFields &F;
  const int64_t Version;
  ReportedKernel K;
  std::string Bound;              ///< what times, cycles and transactions are
  std::vector<Reading> Intervals; ///< of the model board's pipelines
};

Error checkEnvelope(const json::Value &Root, StringRef Name) {
  const json::Object *O = Root.getAsObject();
  if (!O || O->getString("format") != StringRef("roofline-report"))
    return jsonError(Name, "not a report of roofline analyze --json: "
                           "\"format\": \"roofline-report\" is missing");
  const json::Value *Version = O->get("version");
  if (!Version)
    return jsonError(Name, "\"version\" is missing");
  auto Number = Version->getAsInteger();
  if (!Number || *Number < OldestVersion || *Number > NewestVersion)
    return jsonError(
        Name, formatv("version {0}; this program reads versions {1} to {2}",
                      *Version, OldestVersion, NewestVersion));
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
  ReportedFile File;
  File.Name = Name;
  File.Version = *Root.getAsObject()->getInteger("version");
  json::Path::Root Path("report");
  bool Ok = true;
  const ReportFields F(Root, Path, Ok);
  F.list("kernels", [&](const ReportFields &K) {
    File.Kernels.push_back(KernelReader(K, File.Version).read());
  });
  F.object("application", [&](const ReportFields &A) {
    File.ApplicationTime =
        bounded(A.number("time_s"), boundOf(A, File.Version));
  });
  if (!Ok)
    return jsonError(Name, toString(Path.getError()));
  return File;
}

} // namespace roofline
