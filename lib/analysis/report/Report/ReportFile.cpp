// Fields of the report of kernels, and its schema.
#include "ReportFile.h"

#include "ReportNames.h"

#include "roofline/Json/BaseFields.h"
#include "roofline/Json/JsonSchema.h"
#include "roofline/Report/EstimateJSON.h"

using namespace llvm;

namespace roofline {

ROOFLINE_NAMES(PotentialKind, "B_comp", "B_mem", "B_balance", "B_itpp");

template <> struct JsonForm<ReportArgument> {
  static json::Value write(const ReportArgument &A) {
    return std::visit([](auto Number) { return JsonWriter::write(Number); },
                      A.Value);
  }
  static bool read(const json::Value &V, ReportArgument &Out, json::Path P) {
    if (std::optional<double> Number = V.getAsNumber()) {
      Out.Value = *Number;
      return true;
    }
    return JsonReader::fail(P, "expected a number");
  }
  static json::Object schema(json::Object &) {
    return json::Object{{"type", "number"}};
  }
};

static constexpr Rule Share = {.Least = 0, .Most = 1};
static constexpr Rule TimeBoundRule = {
    .OneOf = TimeBoundNames,
    .Expected = "expected estimate, exact, lower, upper or none"};

/// A place, or null where there is none.
template <typename V>
static void place(V &Visit, const char *Key, SourceLocation &Loc) {
  std::optional<KnownPlace> At = knownPlace(Loc);
  Visit.orNull(Key, At);
  if (At)
    Loc = std::move(At->Loc);
}

template <typename V> void list(V &Visit, ReportFile::Launch &S) {
  Visit.orNull("global", S.Global, FromOne);
  Visit.orNull("local", S.Local, FromOne);
  Visit("args", S.Args);
  Visit("trips", S.Trips);
  Visit("file", S.File);
  Visit.mayGroup("profile", !S.ProfiledLaunch.empty(), [&](auto &In) {
    In("launch", S.ProfiledLaunch);
    In("scaled", S.IsScaled);
  });
}
template <typename V> void list(V &Visit, ReportFile::Unrolled &S) {
  Visit("line", S.Line);
  Visit("factor", S.Factor, FromOne);
}
template <typename V> void list(V &Visit, ReportFile::Design &S) {
  Visit("compute_units", S.ComputeUnits, FromOne);
  Visit("simd", S.Simd, FromOne);
  Visit("unroll", S.Unroll);
  Visit("notes", S.Notes);
}
template <typename V> void list(V &Visit, ReportFile::Direction &S) {
  Visit("kind", S.K);
  Visit("bytes", S.NumBytes);
  Visit("inside", S.Inside,
        {.Says = "Kind of the steps inside a block, where `kind` is blocks."});
  Visit("length", S.Length,
        {.Says = "Steps of a block, rounded down where blocks differ.",
         .Least = 2});
  Visit("form", S.Form);
  Visit("line", S.Line);
}
template <typename V> void list(V &Visit, ReportFile::Access &S) {
  place(Visit, "location", S.Loc);
  Visit("object", S.Object);
  Visit("kind", S.K);
  Visit("bytes", S.NumBytes);
  Visit(
      "bytes_at_most", S.NumBytesAtMost,
      {.Says = "A pixel of an image: the host may have chosen a smaller one."});
  Visit("predicated", S.Predicated);
  Visit.orNull("ls_num", S.Insts);
  Visit.orNull("burst", S.Burst);
  Visit("lanes_coalesce", S.LanesCoalesce);
  Visit("order_coalesces", S.OrderCoalesces);
  Visit.orNull("transactions", S.Transactions);
  Visit.orNull("transactions_per_iteration", S.PerIteration);
  Visit("share", S.Share, Share);
  Visit("pattern", S.Pattern);
  Visit("irregular", S.Irregular);
  Visit("assumes_no_wrap", S.AssumesNoWrap);
  Visit("clamped", S.Clamped);
  Visit("along_work_items", S.AlongWorkItems);
  Visit("along_loops", S.AlongLoops);
}
template <typename V> void list(V &Visit, ReportFile::Block &S) {
  static constexpr const char *Limits[] = {"memory", "computation"};
  Visit("run_share", S.RunShare,
        {.Says = "Executions per pass of the loops around, as the launch "
                 "decides conditions or a profile measured them; absent: all.",
         .Least = 0,
         .Below = 1});
  Visit.orNull("depth", S.Depth);
  Visit.orNull("mem_insts", S.MemInsts);
  Visit.orNull("mem_bytes", S.MemBytes);
  Visit.orNull("mem_burst", S.MemBurst);
  Visit.orNull("active_work_items", S.ActiveWorkItems);
  Visit.orNull("comp_min", S.CompMin);
  Visit.orNull("comp", S.Comp);
  Visit.orNull("mem_trans", S.MemTrans);
  Visit.orNull("mem_min", S.MemMin);
  Visit.orNull("mem", S.Mem);
  Visit.orNull("cycles", S.Cycles);
  Visit.orNull("repeat", S.Repeat);
  Visit.group("closed_form", [&](auto &In) {
    In("comp_min", S.CompMinForm);
    In("mem_trans", S.MemTransForm);
    In("at_most", S.FormsAtMost);
  });
  Visit("limited_by", S.LimitedBy, {.OneOf = Limits});
  Visit("limiting", S.IsLimiting);
  Visit("accesses", S.Accesses);
}
template <typename V> void list(V &Visit, ReportFile::Dependence &S) {
  Visit("kind", S.K);
  place(Visit, "producer", S.Producer);
  place(Visit, "consumer", S.Consumer);
  Visit.orNull("distance", S.Distance);
}
template <typename V> void list(V &Visit, ReportFile::Loop &S) {
  static constexpr const char *Sources[] = {"form", "given", "measured",
                                            "scaled"};
  place(Visit, "location", S.Loc);
  Visit("trip_kind", S.TripKind);
  Visit.orNull("trip_form", S.TripForm);
  Visit.orNull("trip", S.Trip);
  Visit("trip_source", S.TripSource, {.OneOf = Sources});
  Visit("reason", S.Reason);
  Visit.orNull("initiation_interval", S.Interval);
  Visit("forced_by", S.ForcedBy);
  Visit("serialized_by", S.SerializedBy);
}
template <typename V> void list(V &Visit, ReportFile::Node &S) {
  Visit("kind", S.K);
  place(Visit, "begin", S.Range.Begin);
  place(Visit, "end", S.Range.End);
  Visit.orNull("cycles", S.Cycles);
  Visit("share", S.Share, Share);
  Visit("loop", S.OfLoop);
  Visit("block", S.OfBlock);
  Visit("children", S.Children);
}
template <typename V> void list(V &Visit, Utilization &S) {
  Visit("logic", S.Logic);
  Visit("memory", S.Memory);
  Visit("dsp", S.Dsp);
}
template <typename V> void list(V &Visit, ReportFile::Change &S) {
  static constexpr const char *Limits[] = {"passes", "memory", "latency"};
  Visit.orNull("now_s", S.Current);
  Visit.orNull("then_s", S.Changed);
  Visit.orNull("clock_now_hz", S.CurrentClock);
  Visit.orNull("clock_then_hz", S.ChangedClock);
  Visit("limit", S.Limit, {.OneOf = Limits});
  Visit.orNull("used", S.Used);
  Visit("what_if", S.WhatIf);
}
template <typename V> void list(V &Visit, ReportFile::Advice &S) {
  Visit.orNull("potential", S.Potential);
  Visit.orNull("value", S.Value);
  Visit.orNull("board", S.OnBoard);
  Visit("optimisation", S.Optimisation);
  place(Visit, "location", S.Loc);
  Visit("text", S.Text);
  Visit.orNull("gain", S.Gain);
  Visit("notes", S.Notes);
}
template <typename V> void list(V &Visit, ReportFile::Amounts &S) {
  Visit.says("Amounts of the fabric's resources, or shares and errors of them");
  Visit.orNull("logic_alm", S.Logic);
  Visit.orNull("memory_blocks", S.Memory);
  Visit.orNull("dsp_blocks", S.Dsp);
}
template <typename V> void list(V &Visit, ReportFile::Fit &S) {
  static constexpr const char *Resources[] = {"", "logic", "memory", "DSP"};
  Visit("structures", S.Structures,
        {.Says = "Number of each structure in a compute unit; operators by "
                 "latency class"});
  Visit("kernel", S.Kernel);
  Visit("shell", S.Shell);
  Visit("error", S.Error);
  Visit("used", S.Used);
  Visit.orNull("clock_hz", S.Clock);
  Visit.orNull("clock_error", S.ClockError);
  Visit("exceeded", S.Exceeded, {.OneOf = Resources});
  Visit("missing", S.Missing);
}
template <typename V> void list(V &Visit, ReportFile::Pipeline &S) {
  Visit.says("All code directly inside one loop, or none.");
  place(Visit, "loop", S.Loop);
  Visit.orNull("passes", S.Passes);
  Visit.orNull("interval", S.Interval);
  Visit.orNull("depth", S.Depth);
  Visit.orNull("words", S.Words);
  Visit.unless("slots", S.Slots, 0.0,
               {.Says = "Cycles of its busiest load/store unit, where requests "
                        "straddle words."});
  Visit.orNull("cycles", S.Cycles);
  Visit("holds_group", S.HoldsGroup,
        {.Says = "The next work-group enters the loop when the last has left "
                 "it."});
  Visit("interval_reason", S.Reason);
  Visit("forced_by", S.ForcedBy);
}
template <typename V> void list(V &Visit, ReportFile::Unit &S) {
  Visit.says("A load/store unit of global memory.");
  place(Visit, "location", S.Loc);
  Visit("object", S.Object);
  Visit("bytes", S.NumBytes);
  Visit.orNull("requests", S.Requests);
  Visit.orNull("words", S.Words);
  Visit.orNull("jumps", S.Jumps);
  Visit.orNull("repeats", S.Repeats);
  Visit("cached", S.IsCached);
}
template <typename V> void list(V &Visit, ReportFile::Board &S) {
  Visit.orNull("fastest_s", S.Fastest);
  Visit.orNull("slowest_s", S.Slowest);
  Visit.orNull("doubt", S.Doubt);
  Visit.orNull("memory_cycles", S.MemoryCycles);
  Visit.orNull("latency_cycles", S.LatencyCycles);
  Visit("sampled", S.IsSampled);
  Visit("at_most", S.IsAtMost);
  Visit("unroll", S.Unroll,
        {.Says = "Copies of a loop, those included that the compiler makes by "
                 "itself."});
  Visit("limiting", S.Limiting);
  Visit("pipelines", S.Pipelines);
  Visit("units", S.Units);
}
template <typename V> void list(V &Visit, ReportFile::Missing &S) {
  Visit("what", S.Input.What);
  place(Visit, "location", S.Input.Loc);
  Visit("hint", S.Input.Hint);
}
template <typename V> void list(V &Visit, Potentials &S) {
  Visit.orNull("comp", S.Comp, Share);
  Visit("mem", S.Mem, Share);
  Visit.orNull("balance", S.Balance, Share);
  Visit.orNull("itpp", S.Itpp, Share);
  Visit.orNull("itpp_repaired", S.ItppRepaired, Share);
}
template <typename V> void list(V &Visit, ReportFile::Price &S) {
  static constexpr const char *Models[] = {"hpca16", "hpca16-repaired",
                                           "board"};
  Visit("device", S.Device);
  Visit("device_entries", S.DeviceEntries,
        {.Says = "Numbers of the device file that price pipelines, by their "
                 "keys"});
  Visit("model", S.Model, {.OneOf = Models});
  Visit("clock_hz", S.Clock);
  Visit("clock_from", S.ClockFrom,
        {.Says = "who gives the clock; fit: it is predicted for the design",
         .OneOf = ClockSourceNames});
  Visit("design", S.D);
  Visit("time_bound", S.TimeBound, TimeBoundRule);
  Visit.check(!S.TimeBound.empty(), "time_bound", "missing");
  Visit("missing", S.Inputs);
  Visit.orNull("time_s", S.Time);
  Visit.orNull("cycles", S.Cycles);
  Visit.group("hpca16", [&](auto &In) {
    In.says("The time by HPCA16, which the hierarchy and the potentials are "
            "by.");
    In("model", S.HpcaModel, {.OneOf = ArrayRef(Models).drop_back()});
    In.orNull("time_s", S.HpcaTime);
    In.orNull("cycles", S.HpcaCycles);
  });
  Visit.orNull("transactions", S.Transactions);
  Visit.orNull("active_memory_work_items", S.ActiveWorkItems);
  Visit("potentials", S.Potential);
  Visit.orNull("board", S.OnBoard,
               {.Says = "What the model \"board\" predicts; null where an "
                        "input or the device's values are missing."});
  Visit.orNull("fit", S.Fitted,
               {.Says = "What the design takes of the board, and its clock; "
                        "null where the device file has no structures"});
  Visit("hierarchy", S.Root);
  Visit("advice", S.Advices);
  Visit("combination", S.Together,
        {.Says = "The best combination of factors that a climb from the "
                 "best advice reaches; only where it was asked for"});
}
template <typename V> void list(V &Visit, Count &S) {
  Visit.says("A number with its bounds; a key that is missing is not known.");
  Visit("least", S.Least, FromZero);
  Visit("most", S.Most, FromZero);
  Visit.unless("sampled", S.IsSampled, false,
               {.Says = "the number is about right: a mean behind it was "
                        "sampled"});
  Visit("least_form", S.LeastForm);
  Visit("most_form", S.MostForm);
}
template <typename V> void list(V &Visit, ReportFile::Operation &S) {
  Visit("name", S.Name);
  Visit("type", S.Type);
  Visit("number", S.Number);
  Visit("counted", S.Counted);
}
template <typename V> void list(V &Visit, Traffic &S) {
  Visit("space", S.Space);
  Visit("read", S.Read);
  Visit("written", S.Written);
}
template <typename V> void list(V &Visit, ReportFile::Undecided &S) {
  Visit("what", S.Input.What);
  Visit("line", S.Input.Loc.Line);
  Visit("column", S.Input.Loc.Column);
  Visit("hint", S.Input.Hint);
}
template <typename V> void list(V &Visit, ReportFile::Counts &S) {
  static constexpr const char *Types[] = {"float", "int"};
  Visit("operations", S.Operations);
  Visit("work", S.Work);
  Visit("work_type", S.WorkType, {.OneOf = Types});
  Visit("requested_by_space", S.BySpace);
  Visit("requested", S.Requested);
  Visit("compulsory", S.Compulsory);
  Visit("missing", S.Missing);
  Visit("undecided", S.Bounds,
        {.Says = "What makes bounds of W and Q, and what would bind them."});
  Visit("intensity_requested", S.IntensityRequested, FromZero);
  Visit("intensity_compulsory", S.IntensityCompulsory, FromZero);
}
template <typename V> void list(V &Visit, ReportFile::Bound &S) {
  Visit.orNull("intensity", S.Intensity);
  Visit("attainable_ops_per_s", S.Attainable);
  Visit("time_s", S.Time);
  Visit("limited_by", S.Limit);
  Visit("by_memory", S.ByMemory);
  Visit.orNull("ridge_distance", S.RidgeDistance);
  Visit("compute_roof_ops_per_s", S.Roof);
  Visit("memory_slope_bytes_per_s", S.Slope);
}
template <typename V> void list(V &Visit, ReportFile::Placement &S) {
  Visit.part("time_s", S.Value);
  Visit.unless("missing", S.Missing, {});
}
template <typename V> void list(V &Visit, ReportFile::Roof &S) {
  Visit("device", S.Device);
  Visit("peaks", S.PeakKind);
  Visit("requested", S.Requested);
  Visit("compulsory", S.Compulsory);
  Visit("upper_bound", S.IsUpperBound);
  Visit("predicted_ops_per_s", S.Predicted);
}
template <typename V> void list(V &Visit, ReportFile::Channel &S) {
  Visit("kind", S.K);
  Visit("name", S.Name);
  place(Visit, "location", S.Loc);
  Visit.orNull("bytes", S.NumBytes, FromOne);
  Visit("number", S.Number, FromOne);
  Visit.orNull("depth", S.Depth);
  Visit("read", S.Read);
  Visit("written", S.Written);
}
template <typename V> void list(V &Visit, ReportFile::Kernel &S) {
  Visit("kernel", S.Name);
  Visit.check(!S.Name.empty(), "kernel", "missing");
  place(Visit, "location", S.Loc);
  Visit("launch", S.L);
  Visit("complete", S.IsComplete);
  Visit("tells_time", S.TellsTime);
  Visit("counts", S.Counted);
  Visit("roofs", S.Roofs,
        {.Says = "The kernel under the roofs of every device."});
  Visit("channels", S.Channels);
  Visit.part("hierarchy", S.Priced);
}
template <typename V> void list(V &Visit, ReportFile::Row &S) {
  Visit("kernel", S.Kernel);
  Visit("launches", S.Launches, FromOne);
  Visit.orNull("total_s", S.Total, FromZero);
  Visit.orNull("least_s", S.Least, FromZero);
  Visit.orNull("most_s", S.Most, FromZero);
  Visit("time_bound", S.TimeBound, TimeBoundRule);
  Visit("together", S.IsTogether);
}
template <typename V> void list(V &Visit, ReportFile::Wait &S) {
  static constexpr const char *Kinds[] = {"data", "space", "memory"};
  Visit("for", S.Kind, {.OneOf = Kinds});
  Visit.unless("channel", S.Channel, std::string());
  Visit("cycles", S.Cycles);
}
template <typename V> void list(V &Visit, ReportFile::Process &S) {
  Visit("kernel", S.Kernel);
  Visit("row", S.Row, {.Says = "Index into launches."});
  Visit("cycles", S.Cycles, {.Says = "Where it never waits."});
  Visit("waits", S.Waits, {.Says = "The longest first."});
}
template <typename V> void list(V &Visit, ReportFile::ChannelDepth &S) {
  Visit("name", S.Channel);
  Visit("depth", S.Depth, {.Says = "[packet] with which it was run."});
  Visit("least_depth", S.Least,
        {.Says = "[packet] with which the group is as fast, or ends."});
  Visit("lanes", S.Lanes, {.Says = "Channels of an array that move together."});
}
template <typename V> void list(V &Visit, ReportFile::Group &S) {
  Visit.says("Launches that run at the same time, joined by channels.");
  Visit("number", S.Launched, {.Says = "Groups that are alike.", .Least = 1});
  Visit("clock_hz", S.Clock, {.Says = "The slowest of the launches'."});
  Visit.orNull("cycles", S.Cycles,
               {.Says = "Null where it never ends, or was not run."});
  Visit.orNull("time_s", S.Time);
  Visit("of_memory", S.IsOfMemory,
        {.Says = "The memory that the launches share takes as long."});
  Visit.unless("deadlock", S.Deadlock, std::string(),
               {.Says = "Who waits for whom for ever."});
  Visit.unless("hop", S.Hop, std::string(),
               {.Says = "Why two launches do not overlap."});
  Visit("processes", S.Processes);
  Visit("channels", S.Channels);
  Visit("missing", S.Missing,
        {.Says = "Why it was not run; the longest launch counts then."});
}
template <typename V> void list(V &Visit, ReportFile::Application &S) {
  Visit.orNull("time_s", S.Time, FromZero);
  Visit("time_bound", S.TimeBound, TimeBoundRule);
  Visit.check(!S.TimeBound.empty(), "time_bound", "missing");
  Visit("complete", S.IsComplete);
  Visit("limiting", S.Limiting);
  Visit("launches", S.Launches, FromOne);
  Visit("groups", S.Groups,
        {.Says = "Launches at the same time that channels join."});
}
template <typename V> void list(V &Visit, ReportFile &S) {
  Visit("kernels", S.Kernels);
  Visit("application", S.Whole,
        {.Says = "What the launches of a launch file's list take together."});
}

static constexpr FileFormat ReportFormat = {
    "roofline-report", ReportFile::Version, "report", "report",
    "What kernels cost on a device. See docs/report-json.md."};

json::Value writeReport(const ReportFile &File) {
  return writeJsonFile(ReportFormat, File);
}

Error readReportFile(const json::Value &Root, StringRef Name,
                     ReportFile &File) {
  json::Path::Root Path(ReportFormat.Root);
  JsonReader R(*Root.getAsObject(), Path, JsonReader::Lenient);
  list(R, File);
  return R.finish() ? Error::success()
                    : jsonError(Name, toString(Path.getError()));
}

json::Value reportSchema() { return schemaOf<ReportFile>(ReportFormat); }

} // namespace roofline
