// The report of C++ kernels as JSON.
#include "roofline/HlsReport/HlsResult.h"

#include "roofline/Json/JsonFile.h"
#include "roofline/Json/JsonSchema.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace roofline {

ROOFLINE_NAMES(DirectiveOutcome::Kind, "applied", "subsumed", "no-effect",
               "unmodelled");

namespace {

/// A loop of the report.
struct HlsLoop {
  std::string Label, Reason;
  uint32_t Line = 0, Column = 0;
  std::optional<uint32_t> Parent;
  VitisLoop L;
};
struct HlsDirective {
  std::string Text, Reason, Function;
  DirectiveOutcome::Kind K = DirectiveOutcome::Kind::Applied;
  uint32_t Line = 0;
  bool operator==(const HlsDirective &) const = default;
};
struct HlsInference {
  std::optional<uint32_t> Loop;
  std::string Memory, Text;
};
struct HlsUnknown {
  std::string Reason;
  uint32_t Line = 0;
};
struct HlsAdvice {
  std::vector<std::string> Texts;
  std::string WhatIf;
  uint32_t Line = 0;
  CycleRange Latency;
  VitisResources Resources;
};
struct HlsKernel {
  std::string Name, File, Device, Doubt;
  uint32_t Line = 0;
  double ClockMHz = 0, Microseconds = 0, Interval = 0;
  bool UnsafeMath = false;
  CycleRange Latency;
  std::optional<CycleRange> Source;
  VitisResources Resources;
  std::vector<HlsLoop> Loops;
  std::vector<HlsDirective> Directives;
  std::vector<HlsInference> Inferences;
  std::vector<HlsUnknown> Missing;
  std::vector<HlsAdvice> Advice;
  std::optional<HlsAdvice> Best;
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
template <typename V> void list(V &Visit, HlsLoop &S) {
  Visit("label", S.Label);
  Visit("line", S.Line);
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
}
template <typename V> void list(V &Visit, HlsDirective &S) {
  Visit("text", S.Text);
  Visit("line", S.Line);
  Visit("function", S.Function);
  Visit("outcome", S.K);
  Visit("reason", S.Reason);
}
template <typename V> void list(V &Visit, HlsInference &S) {
  Visit.says("What the compiler does unasked.");
  Visit("loop", S.Loop);
  Visit("memory", S.Memory);
  Visit("text", S.Text);
}
template <typename V> void list(V &Visit, HlsUnknown &S) {
  Visit("reason", S.Reason);
  Visit("line", S.Line);
}
template <typename V> void list(V &Visit, HlsAdvice &S) {
  Visit("texts", S.Texts);
  Visit("what_if", S.WhatIf);
  Visit("line", S.Line);
  Visit("latency", S.Latency);
  Visit("resources", S.Resources);
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
  Visit("doubt", S.Doubt,
        {.Says = "Why the compiler would not finish; empty if nothing speaks "
                 "against it."});
  Visit("loops", S.Loops);
  Visit("directives", S.Directives);
  Visit("inferences", S.Inferences);
  Visit("missing", S.Missing, {.Says = "Without these latency is a bound."});
  Visit("advice", S.Advice);
  Visit("best", S.Best);
}
template <typename V> void list(V &Visit, HlsFile &S) {
  Visit("kernels", S.Kernels);
}

static constexpr FileFormat HlsFormat = {
    "roofline-hls-report", 1, "report of C++ kernels", "report",
    "Cycles and resources of C++ kernels by the model vitis."};

static HlsAdvice adviceOf(const HlsChange &C) {
  return {C.Texts, C.WhatIf, C.Loc.Line, C.After.Latency, C.After.Resources};
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
  K.Doubt = R.Estimate.Doubt;
  for (const VitisLoop &L : R.Estimate.Loops) {
    const Loop &Source = R.Kernel->Loops[L.Loop];
    K.Loops.push_back({Source.Label, "", Source.Loc.Line, Source.Loc.Column,
                       Source.Parent, L});
  }
  for (const DirectiveOutcome &O : R.Estimate.Outcomes) {
    const Directive &D = R.Kernel->Directives[O.Directive];
    HlsDirective To{directiveText(D), O.Reason, D.Function, O.K, D.Loc.Line};
    // Copies of an inlined function have the same fate, mostly.
    if (!is_contained(K.Directives, To))
      K.Directives.push_back(std::move(To));
  }
  for (const Inference &I : R.Estimate.Inferences)
    K.Inferences.push_back({I.Loop, I.Memory, I.Text});
  for (const Unknown &U : R.Estimate.Missing)
    K.Missing.push_back({U.Reason, U.Loc.Line});
  for (const HlsChange &C : R.Changes)
    K.Advice.push_back(adviceOf(C));
  if (R.Best)
    K.Best = adviceOf(*R.Best);
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
  To.Loc = {K.File, L.Line, L.Column};
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
    To.Missing.push_back({U.Reason, {K.File, U.Line, 1}});
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
