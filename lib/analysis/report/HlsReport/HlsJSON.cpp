// The report of C++ kernels as JSON.
#include "BusText.h"

#include "roofline/Json/BaseFields.h"
#include "roofline/Json/JsonFile.h"
#include "roofline/Json/JsonSchema.h"
#include "roofline/Report/FiniteNumber.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace roofline {

ROOFLINE_NAMES(DirectiveOutcome::Kind, "applied", "subsumed", "no-effect",
               "unmodelled");
ROOFLINE_NAMES(DataflowWait::Kind, "data", "space", "start");
ROOFLINE_NAMES(VitisArray::Storage, "outside", "unknown", "registers", "lut",
               "block-ram", "ultra-ram");

namespace {

constexpr const char *Roles[] = {"argument", "local", "static", "table"};

/// A line of the source; File is empty where it is the kernel's own.
struct HlsLine {
  std::string File;
  uint32_t Line = 0;
  bool operator==(const HlsLine &) const = default;
};
/// A loop of the report.
struct HlsLoop {
  std::string Label, Becomes;
  HlsLine Place;
  uint32_t Column = 0;
  std::optional<uint32_t> Parent;
  VitisLoop L;
  double TotalCycles = 0;
};
struct HlsDirective {
  std::string Text, Reason, Function;
  DirectiveOutcome::Kind K = DirectiveOutcome::Kind::Applied;
  HlsLine Place;
  std::optional<uint32_t> Loop;
  bool operator==(const HlsDirective &) const = default;
};
struct HlsInference {
  std::optional<uint32_t> Loop;
  std::string Memory, Text;
};
struct HlsBus {
  BusUse B;
  uint32_t Line = 0;
  std::string Advice;
};
struct HlsArray {
  std::string Type, Role, Interface;
  std::vector<uint64_t> Dimensions;
  HlsLine Place;
  VitisArray A;
};
struct HlsUnknown {
  std::string Reason;
  HlsLine Place;
};
struct HlsAdvice {
  std::vector<std::string> Texts;
  std::string WhatIf;
  HlsLine Place;
  CycleRange Latency;
  VitisResources Resources;
  bool operator==(const HlsAdvice &) const = default;
};
struct HlsWait {
  std::string Channel;
  DataflowWait::Kind K = DataflowWait::Kind::Data;
  uint64_t Cycles = 0;
};
struct HlsProcess {
  std::string Name;
  uint32_t Line = 0;
  uint64_t Alone = 0;
  std::vector<HlsWait> Waits;
};
struct HlsFifo {
  std::string Name;
  uint64_t Depth = 0;
  uint32_t Lanes = 1, Bits = 0;
  std::optional<uint64_t> Least;
  std::optional<uint32_t> Writer, Reader;
};
struct HlsBuffers {
  std::string Name;
  uint32_t Line = 0, Writer = 0;
  std::vector<uint32_t> Readers;
  bool operator==(const HlsBuffers &) const = default;
};
struct HlsStream {
  std::string Text;
  uint32_t Line = 0;
  uint64_t Cycles = 0;
};
struct HlsRegion {
  std::string Function, Deadlock, Hop;
  uint32_t Line = 0;
  uint64_t Cycles = 0;
  double Sequential = 0;
  std::vector<HlsProcess> Processes;
  std::vector<HlsFifo> Fifos;
  std::vector<HlsBuffers> Arrays;
  std::vector<HlsStream> Streams;
  std::vector<HlsUnknown> Findings, Missing;
};
/// A place under the roofs of a device, with each byte once.
struct HlsRoof {
  std::string Device, Limit;
  std::optional<double> Attainable, Time, RidgeDistance, Predicted;
  std::vector<std::string> Missing;
};
/// W and Q, and where they lead.
struct HlsRoofline {
  double Work = 0, Requested = 0, Compulsory = 0;
  std::string WorkType;
  std::optional<double> Intensity;
  std::vector<HlsTraffic> Traffic;
  std::vector<HlsCeiling> Ceilings;
  std::vector<HlsRoof> Roofs;
};

struct HlsKernel {
  std::string Name, File, Device, Doubt;
  uint32_t Line = 0;
  double ClockMHz = 0, Microseconds = 0, Interval = 0;
  bool UnsafeMath = false;
  CycleRange Latency;
  std::optional<CycleRange> Source;
  VitisResources Resources;
  std::optional<FabricResources> Available;
  std::vector<HlsLoop> Loops;
  std::optional<uint32_t> Limiting;
  std::vector<HlsArray> Arrays;
  std::vector<HlsDirective> Directives;
  std::vector<HlsInference> Inferences;
  std::vector<HlsBus> Buses;
  std::vector<HlsUnknown> Missing;
  std::vector<HlsAdvice> Advice;
  std::optional<HlsAdvice> Best;
  std::optional<std::vector<HlsRegion>> Regions; ///< none where there are none
  std::vector<HlsAdvice> Front;
  std::optional<HlsRoofline> Roofline;
};
struct HlsFile {
  std::vector<HlsKernel> Kernels;
};

} // namespace

template <typename V> void list(V &Visit, CycleRange &S) {
  Visit("least", S.Least);
  Visit("most", S.Most);
}
template <typename V> void list(V &Visit, VitisResources &S) {
  Visit("lut", S.Lut);
  Visit("flip_flop", S.FlipFlop);
  Visit("dsp", S.Dsp);
  Visit("block_ram", S.BlockRam, {.Says = "Of 18 Kbit."});
  Visit("ultra_ram", S.UltraRam);
}
template <typename V> void list(V &Visit, HlsLine &S) {
  Visit.unless("file", S.File, std::string(),
               {.Says = "Where it is not the kernel's."});
  Visit("line", S.Line);
}
template <typename V> void list(V &Visit, HlsLoop &S) {
  Visit("label", S.Label);
  list(Visit, S.Place);
  Visit("column", S.Column);
  Visit("parent", S.Parent);
  Visit("least_trip", S.L.LeastTrip);
  Visit("most_trip", S.L.MostTrip);
  Visit("factor", S.L.Factor, {.Says = "Copies of the body."});
  Visit("is_unrolled_in_full", S.L.IsUnrolledInFull);
  Visit("is_pipelined", S.L.IsPipelined);
  Visit("is_flattened", S.L.IsFlattened,
        {.Says = "Joined with the loop inside it."});
  Visit("interval", S.L.Interval, {.Says = "[cycle] of a pipelined loop."});
  Visit("interval_reason", S.L.IntervalReason);
  Visit("depth", S.L.Depth, {.Says = "[cycle] of one iteration."});
  Visit("latency", S.L.Latency, {.Says = "[cycle] of one entry."});
  Visit("becomes", S.Becomes, {.Says = "\"pipelined, 4 copies\""});
  Visit("total_cycles", S.TotalCycles,
        {.Says = "[cycle] of all entries; those of a flattened nest stand at "
                 "each of its loops."});
}
template <typename V> void list(V &Visit, HlsArray &S) {
  Visit("name", S.A.Name);
  Visit("role", S.Role, {.OneOf = Roles});
  Visit("type", S.Type);
  Visit("dimensions", S.Dimensions, {.Says = "[element] 0: left open."});
  Visit("interface", S.Interface,
        {.Says = "Mode of an argument's port; empty: none is asked for."});
  list(Visit, S.Place);
  Visit("banks", S.A.Banks, {.Says = "Along each dimension."});
  Visit("ports", S.A.Ports, {.Says = "Accesses a cycle of all banks."});
  Visit("storage", S.A.K);
  Visit("blocks", S.A.Blocks, {.Says = "Block RAM of 18 Kbit, or UltraRAM."});
}
template <typename V> void list(V &Visit, HlsDirective &S) {
  Visit("text", S.Text);
  list(Visit, S.Place);
  Visit("function", S.Function);
  Visit("loop", S.Loop, {.Says = "Index of the first one in which it stands."});
  Visit("outcome", S.K);
  Visit("reason", S.Reason);
}
template <typename V> void list(V &Visit, HlsInference &S) {
  Visit.says("What the compiler does unasked.");
  Visit("loop", S.Loop);
  Visit("memory", S.Memory);
  Visit("text", S.Text);
}
template <typename V> void list(V &Visit, HlsBus &S) {
  Visit.says("An access of an argument on a bus (m_axi).");
  Visit("argument", S.B.Argument);
  Visit("bundle", S.B.Bundle);
  Visit("sharing", S.B.Sharing, {.Says = "Other arguments of the bundle."});
  Visit("line", S.Line);
  Visit("is_write", S.B.IsWrite);
  Visit("is_burst", S.B.IsBurst);
  Visit("loop", S.B.Loop, {.Says = "In front of which a burst is asked for."});
  Visit("length", S.B.Length, {.Says = "[element] of a burst; 0: varies."});
  Visit("reason", S.B.Reason, {.Says = "Why it is no burst."});
  Visit("request", S.B.Request,
        {.Says = "[cycle] to the first element, or to the answer."});
  Visit("most_requests", S.B.MostRequests, {.Says = "That may be under way."});
  Visit("advice", S.Advice);
}
template <typename V> void list(V &Visit, HlsUnknown &S) {
  Visit("reason", S.Reason);
  list(Visit, S.Place);
}
template <typename V> void list(V &Visit, HlsAdvice &S) {
  Visit("texts", S.Texts);
  Visit("what_if", S.WhatIf);
  list(Visit, S.Place);
  Visit("latency", S.Latency);
  Visit("resources", S.Resources);
}
template <typename V> void list(V &Visit, HlsWait &S) {
  Visit("channel", S.Channel);
  Visit("for", S.K);
  Visit("cycles", S.Cycles);
}
template <typename V> void list(V &Visit, HlsProcess &S) {
  Visit("name", S.Name);
  Visit("line", S.Line);
  Visit("alone", S.Alone, {.Says = "[cycle] where it never waits."});
  Visit("waits", S.Waits, {.Says = "Longest first; empty in a deadlock."});
}
template <typename V> void list(V &Visit, HlsFifo &S) {
  Visit("name", S.Name);
  Visit("depth", S.Depth);
  Visit("lanes", S.Lanes);
  Visit("bits", S.Bits);
  Visit("least", S.Least,
        {.Says = "Depth that takes as many cycles, or ends a deadlock."});
  Visit("writer", S.Writer, {.Says = "Index of a process."});
  Visit("reader", S.Reader, {.Says = "Index of a process."});
}
template <typename V> void list(V &Visit, HlsBuffers &S) {
  Visit.says("An array: readers start when its writer is done.");
  Visit("name", S.Name);
  Visit("line", S.Line);
  Visit("writer", S.Writer, {.Says = "Index of a process."});
  Visit("readers", S.Readers, {.Says = "Indices of processes."});
}
template <typename V> void list(V &Visit, HlsStream &S) {
  Visit("text", S.Text);
  Visit("line", S.Line);
  Visit("cycles", S.Cycles, {.Says = "Of one call with it."});
}
template <typename V> void list(V &Visit, HlsRegion &S) {
  Visit.says("Processes that run at the same time.");
  Visit("function", S.Function);
  Visit("line", S.Line);
  Visit("cycles", S.Cycles, {.Says = "Of one call; 0 where it is not known."});
  Visit("sequential", S.Sequential,
        {.Says = "[cycle] of the processes one after another."});
  Visit("deadlock", S.Deadlock, {.Says = "Who waits for whom for ever."});
  Visit("hop", S.Hop, {.Says = "Why two processes do not overlap."});
  Visit("processes", S.Processes);
  Visit("fifos", S.Fifos);
  Visit.unless("arrays", S.Arrays, std::vector<HlsBuffers>(),
               {.Says = "From process to process."});
  Visit("streams", S.Streams, {.Says = "Arrays that a stream may replace."});
  Visit("findings", S.Findings, {.Says = "Breaks of the rules for regions."});
  Visit("missing", S.Missing, {.Says = "Why it was not run."});
}
template <typename V> void list(V &Visit, HlsTraffic &S) {
  Visit("name", S.Name);
  Visit("bytes", S.Bytes, {.Says = "Each counted once."});
  std::optional<double> Rate;
  if (S.Bandwidth)
    Rate = S.Bandwidth->value();
  Visit("bytes_per_s", Rate, {.Says = "Absent: no source has the figure."});
  if (Rate)
    S.Bandwidth = BytesPerSecond(*Rate);
}
template <typename V> void list(V &Visit, HlsCeiling &S) {
  Visit("resource", S.Resource);
  double Rate = S.Peak.value();
  Visit("ops_per_s", Rate);
  S.Peak = OperationsPerSecond(Rate);
}
template <typename V> void list(V &Visit, HlsRoof &S) {
  Visit("device", S.Device);
  Visit("attainable_ops_per_s", S.Attainable);
  Visit("time_s", S.Time, {.Says = "No run is shorter."});
  Visit("limited_by", S.Limit);
  Visit("ridge_distance", S.RidgeDistance);
  Visit("predicted_ops_per_s", S.Predicted, {.Says = "By the model vitis."});
  Visit("missing", S.Missing, {.Says = "Left out: the roof may be lower."});
}
template <typename V> void list(V &Visit, HlsRoofline &S) {
  Visit.says("The kernel under roofs, with the greatest trip counts.");
  Visit("work", S.Work, {.Says = "W [operation]"});
  Visit("work_type", S.WorkType);
  Visit("requested_bytes", S.Requested, {.Says = "As the source accesses."});
  Visit("compulsory_bytes", S.Compulsory,
        {.Says = "Q [byte] of the arguments, each counted once."});
  Visit("intensity", S.Intensity, {.Says = "W / Q; absent without bytes."});
  Visit("traffic", S.Traffic);
  Visit("ceilings", S.Ceilings);
  Visit("roofs", S.Roofs);
}
template <typename V> void list(V &Visit, HlsKernel &S) {
  Visit("name", S.Name);
  Visit("file", S.File);
  Visit("line", S.Line);
  Visit("device", S.Device);
  Visit("clock_mhz", S.ClockMHz);
  Visit("unsafe_math", S.UnsafeMath);
  Visit("latency", S.Latency, {.Says = "[cycle] of one call."});
  Visit("interval", S.Interval,
        {.Says = "[cycle] until the next call may begin."});
  Visit("microseconds", S.Microseconds, {.Says = "[us] of the most cycles."});
  Visit("source_latency", S.Source,
        {.Says = "Of the source as it is, beside a design of --what-if."});
  Visit("resources", S.Resources);
  Visit("available", S.Available,
        {.Says = "Resources that the device leaves to kernels; BRAM of 36 "
                 "Kbit."});
  Visit("doubt", S.Doubt,
        {.Says = "Why the compiler would not finish; empty if nothing speaks "
                 "against it."});
  Visit("loops", S.Loops);
  Visit("limiting_loop", S.Limiting,
        {.Says = "Index of the pipelined loop that takes most cycles."});
  Visit("arrays", S.Arrays);
  Visit("directives", S.Directives);
  Visit("inferences", S.Inferences);
  Visit("buses", S.Buses);
  Visit("missing", S.Missing, {.Says = "Without these latency is a bound."});
  Visit("advice", S.Advice);
  Visit("best", S.Best);
  Visit("dataflow", S.Regions);
  Visit.unless("front", S.Front, std::vector<HlsAdvice>(),
               {.Says = "Designs of the search that no other one beats in "
                        "cycles and in the scarcest resource, the fastest "
                        "first."});
  Visit("roofline", S.Roofline, {.Says = "Absent while W or Q is unknown."});
}
template <typename V> void list(V &Visit, HlsFile &S) {
  Visit("kernels", S.Kernels);
}

static constexpr FileFormat HlsFormat = {
    "roofline-hls-report", 1, "report of C++ kernels", "report",
    "Cycles and resources of C++ kernels by the model vitis."};

static HlsLine lineIn(const KernelSummary &Kernel, const SourceLocation &Loc) {
  return {Loc && Loc.File != Kernel.Loc.File ? Loc.File : "", Loc.Line};
}

static HlsAdvice adviceOf(const KernelSummary &Kernel, const HlsChange &C) {
  return {C.Texts, C.WhatIf, lineIn(Kernel, C.Loc), C.After.Latency,
          C.After.Resources};
}

static HlsArray arrayOf(const KernelSummary &Kernel, const VitisArray &A) {
  HlsArray To;
  To.A = A;
  To.Role = A.K == VitisArray::Storage::Outside ? "argument" : "local";
  if (!A.Memory)
    return To;
  const Memory &M = Kernel.Memories[*A.Memory];
  To.Role = M.IsArgument   ? "argument"
            : M.IsConstant ? "table"
            : M.IsStatic   ? "static"
                           : "local";
  To.Type = typeText(M.Element);
  To.Dimensions = M.Dimensions;
  To.Place = lineIn(Kernel, M.Loc);
  if (const auto Port = interfaceOf(Kernel, M.Name); Port && M.IsArgument)
    To.Interface = Port->Mode.str();
  return To;
}

static HlsRegion regionOf(const KernelSummary &Kernel,
                          const DataflowResult &D) {
  const DataflowNetwork &N = D.Region.Network;
  HlsRegion R;
  R.Function = D.Region.Function;
  R.Line = D.Region.Loc.Line;
  R.Sequential = D.Sequential;
  for (const RegionFinding &F : D.Region.Findings)
    R.Findings.push_back({F.Text, lineIn(Kernel, F.Loc)});
  for (const Unknown &U : D.Region.Missing)
    R.Missing.push_back({U.Reason, lineIn(Kernel, U.Loc)});
  for (const DataflowProcess &P : N.Processes)
    R.Processes.push_back({P.Name, P.Loc.Line, P.Cycles, {}});
  for (size_t F = 0; F < N.Fifos.size(); ++F) {
    R.Fifos.push_back({N.Fifos[F].Name, N.Fifos[F].Depth, N.Fifos[F].Lanes,
                       N.Fifos[F].Bits, std::nullopt, writerOf(N, F),
                       readerOf(N, F)});
    if (D.Least)
      R.Fifos.back().Least = D.Least->Depths[F];
  }
  for (const BufferedArray &A : N.Arrays)
    R.Arrays.push_back({A.Name, A.Loc.Line, A.Writer, A.Readers});
  if (D.Run.isDeadlock())
    R.Deadlock = stuckText(N, D.Run);
  if (D.Run.isDeadlock() || D.Run.Processes.empty())
    return R;
  R.Cycles = D.Run.Cycles;
  if (D.Hop)
    R.Hop = D.Hop->Text;
  for (const DataflowChange &C : D.Changes)
    R.Streams.push_back({C.Text, C.Loc.Line, C.Cycles});
  for (size_t P = 0; P < N.Processes.size(); ++P)
    for (const DataflowWait &W : D.Run.Processes[P].Waits)
      R.Processes[P].Waits.push_back({W.K == DataflowWait::Kind::Start
                                          ? N.Arrays[W.Index].Name
                                          : N.Fifos[W.Index].Name,
                                      W.K, W.Cycles});
  return R;
}

static HlsRoof roofOf(const RoofPlacement &R) {
  const Placement &P = R.Compulsory;
  HlsRoof To;
  To.Device = R.Device;
  To.Missing = P.Missing;
  To.Predicted = R.Predicted;
  if (!P.hasBound())
    return To;
  To.Limit = P.Limit;
  To.Attainable = P.Attainable.value();
  To.Time = P.Time.value();
  To.RidgeDistance = finite(P.RidgeDistance);
  return To;
}

static std::optional<HlsRoofline> rooflineOf(const HlsResult &R) {
  if (R.Roofs.empty())
    return std::nullopt;
  HlsRoofline To;
  To.Work = *R.Counts.work().Most;
  To.WorkType = R.Counts.isFloat() ? "float" : "int";
  To.Requested = *R.Counts.requested().Most;
  To.Compulsory = *R.Counts.Compulsory.Most;
  To.Intensity = finite(R.Roofs.front().Compulsory.Intensity);
  To.Traffic = R.Traffic;
  To.Ceilings = R.Ceilings;
  for (const RoofPlacement &P : R.Roofs)
    To.Roofs.push_back(roofOf(P));
  return To;
}

static HlsKernel kernelOf(const HlsResult &R) {
  HlsKernel K;
  K.Name = R.Kernel->Name;
  K.File = R.Kernel->Loc.File;
  K.Line = R.Kernel->Loc.Line;
  K.Device = R.Device;
  K.ClockMHz = R.Options.Clock.value() / 1e6;
  K.UnsafeMath = R.Options.UnsafeMath;
  K.Latency = R.Estimate.Latency;
  K.Interval = R.Estimate.Interval;
  K.Microseconds = R.time().value() * 1e6;
  K.Source = R.Source;
  K.Resources = R.Estimate.Resources;
  K.Available = R.Fabric;
  K.Doubt = R.Estimate.Doubt;
  for (const VitisLoop &L : R.Estimate.Loops) {
    const Loop &Source = R.Kernel->Loops[L.Loop];
    K.Loops.push_back({Source.Label, becomesText(L),
                       lineIn(*R.Kernel, Source.Loc), Source.Loc.Column,
                       Source.Parent, L, totalCycles(R, L.Loop)});
  }
  K.Limiting = limitingLoop(R);
  for (const VitisArray &A : R.Estimate.Arrays)
    K.Arrays.push_back(arrayOf(*R.Kernel, A));
  for (const DirectiveOutcome &O : R.Estimate.Outcomes) {
    const Directive &D = R.Kernel->Directives[O.Directive];
    HlsDirective To{directiveText(D),         O.Reason, D.Function, O.K,
                    lineIn(*R.Kernel, D.Loc), D.Loop};
    // Copies of an inlined function have the same fate, mostly.
    auto IsSame = [&](HlsDirective Other) {
      Other.Loop = To.Loop;
      return Other == To;
    };
    if (none_of(K.Directives, IsSame))
      K.Directives.push_back(std::move(To));
  }
  for (const Inference &I : R.Estimate.Inferences)
    K.Inferences.push_back({I.Loop, I.Memory, I.Text});
  for (const BusUse &B : R.Estimate.Buses)
    K.Buses.push_back({B, B.Loc.Line, busAdvice(R, B)});
  for (const Unknown &U : R.Estimate.Missing)
    K.Missing.push_back({U.Reason, lineIn(*R.Kernel, U.Loc)});
  for (const HlsChange &C : R.Changes)
    K.Advice.push_back(adviceOf(*R.Kernel, C));
  if (R.Best)
    K.Best = adviceOf(*R.Kernel, *R.Best);
  if (!R.Regions.empty())
    K.Regions.emplace();
  for (const DataflowResult &D : R.Regions)
    K.Regions->push_back(regionOf(*R.Kernel, D));
  for (const HlsChange &C : R.Front)
    K.Front.push_back(adviceOf(*R.Kernel, C));
  K.Roofline = rooflineOf(R);
  return K;
}

json::Value hlsJSON(const std::vector<HlsResult> &Results) {
  HlsFile File;
  for (const HlsResult &R : Results)
    File.Kernels.push_back(kernelOf(R));
  return writeJsonFile(HlsFormat, File);
}

bool isHlsReport(StringRef Text) {
  // The format stands in the first lines or in the last ones.
  return Text.contains("\"roofline-hls-report\"");
}

static Reading bounds(const CycleRange &R, double Unit) {
  return {R.Least * Unit, R.Most * Unit};
}

static ReportedLoop reportedLoop(const HlsLoop &L, const HlsKernel &K) {
  ReportedLoop To;
  To.Loc = {L.Place.File.empty() ? K.File : L.Place.File, L.Place.Line,
            L.Column};
  To.Parent = L.Parent;
  To.TripKind = L.L.LeastTrip == L.L.MostTrip ? "exact" : "at-most";
  To.TripSource = "form";
  To.Trip = L.L.MostTrip;
  To.Unroll = double(L.L.Factor);
  To.Numbers[Metric::Cycles] = bounds(L.L.Latency, 1);
  To.Numbers[Metric::Depth] = Reading::exactly(L.L.Depth);
  if (L.L.IsPipelined)
    To.Numbers[Metric::Interval] = Reading::exactly(L.L.Interval);
  return To;
}

static ReportedKernel reportedKernel(const HlsKernel &K) {
  ReportedKernel To;
  To.Name = K.Name;
  To.Loc = {K.File, K.Line, 1};
  To.Device = K.Device;
  To.Model = "vitis";
  To.Clock = K.ClockMHz * 1e6;
  To.IsClockGiven = true;
  To.Doubt = K.Doubt;
  for (const HlsUnknown &U : K.Missing)
    To.Missing.push_back(
        {U.Reason,
         {U.Place.File.empty() ? K.File : U.Place.File, U.Place.Line, 1}});
  To.Numbers[Metric::Cycles] = bounds(K.Latency, 1);
  To.Numbers[Metric::Time] = bounds(K.Latency, 1e-6 / K.ClockMHz);
  if (!K.Missing.empty()) // a lower bound
    for (auto &[M, Number] : To.Numbers)
      Number.Most.reset();
  To.Numbers[Metric::Logic] = Reading::exactly(K.Resources.Lut);
  To.Numbers[Metric::Memory] = Reading::exactly(K.Resources.BlockRam);
  To.Numbers[Metric::Dsp] = Reading::exactly(K.Resources.Dsp);
  double Largest = 0;
  for (const HlsLoop &L : K.Loops) {
    To.Loops.push_back(reportedLoop(L, K));
    if (L.L.IsPipelined)
      Largest = std::max(Largest, L.L.Interval);
  }
  if (Largest > 0)
    To.Numbers[Metric::Interval] = Reading::exactly(Largest);
  return To;
}

Expected<ReportedFile> parseHlsReport(StringRef Text, StringRef Name) {
  HlsFile File;
  if (Error E = readJsonFile(Text, Name, HlsFormat, File))
    return E;
  ReportedFile Result;
  Result.Name = Name.str();
  Result.Version = HlsFormat.Version;
  for (const HlsKernel &K : File.Kernels)
    Result.Kernels.push_back(reportedKernel(K));
  return Result;
}

json::Value hlsReportSchema() { return schemaOf<HlsFile>(HlsFormat); }

} // namespace roofline
