// The designs of compiled kernels as text and JSON.
#include "roofline/Explore/KernelDesignsReport.h"

#include "roofline/Hpca16/WhatIf.h"
#include "roofline/Json/JsonSchema.h"
#include "roofline/Report/AnalysisResult.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace roofline {
namespace {

const char *orAsItIs(const std::string &WhatIf) {
  return WhatIf.empty() ? "(as the source is)" : WhatIf.c_str();
}

void printRow(const KernelSearchResult &R, const PricedKernelDesign &D,
              StringRef Mark, raw_ostream &OS) {
  OS << formatv("{0,-2}{1,11}{2,8:f0}{3,9}{4,9}{5,8}{6,9:f2}  {7,-8}{8}\n",
                Mark, secondsText(D.Time.value()), D.Clock.value() / 1e6,
                percentText(D.Used.Logic), percentText(D.Used.Memory),
                percentText(D.Used.Dsp), R.Source.Time.value() / D.Time.value(),
                D.Limit, orAsItIs(D.WhatIf));
}

void printTable(const KernelSearchResult &R, size_t Limit, raw_ostream &OS) {
  OS << formatv("{0,-2}{1,11}{2,8}{3,9}{4,9}{5,8}{6,9}  {7,-8}{8}\n", "",
                "time", "[MHz]", "logic", "memory", "DSP", "gain", "limit",
                "design, as for analyze --what-if");
  for (const auto &[I, D] : enumerate(ArrayRef(R.Front).take_front(Limit)))
    printRow(R, D, I == R.Best ? ">*" : " *", OS);
  if (R.Front.size() > Limit)
    OS << formatv("   and {0} more; --limit N prints more\n",
                  R.Front.size() - Limit);
  printRow(R, R.Source, "  ", OS);
  OS << "\n*: no other is better in everything; >: the best by time; last: the "
        "source's own design"
     << (R.fits(R.Source) ? "\n" : ", which does not fit\n");
}

void printBest(const KernelSearchResult &R, raw_ostream &OS) {
  const PricedKernelDesign &Best = R.Front[*R.Best];
  if (Best.Changes.empty()) {
    OS << "the source asks for the best design already\n";
    return;
  }
  OS << "for the best, the source has to say\n";
  for (const std::string &Change : Best.Changes)
    OS << "  " << Change << '\n';
}

} // namespace

void printKernelDesigns(const KernelSearchResult &R, size_t Limit,
                        raw_ostream &OS) {
  OS << formatv("{0} on {1}: {2} designs priced, {3} fit; {4} replays in {5}\n",
                R.Kernel, R.Board, R.Priced, R.Fitting, R.Replays,
                secondsText(R.WallSeconds));
  if (R.LeftOut)
    OS << formatv("{0} replays left out: a part of what they are of does not "
                  "fit\n",
                  R.LeftOut);
  if (R.Why != Doubt::None)
    OS << formatv("times are {0}{1}\n",
                  R.Why == Doubt::Uncalibrated ? "" : "an order of magnitude: ",
                  doubtText(R.Why));
  OS << '\n';
  if (R.Best) {
    printTable(R, Limit, OS);
    printBest(R, OS);
  } else if (R.TooLarge) {
    const Utilization &U = R.TooLarge->Used;
    OS << formatv("no design fits: the smallest, {0}, takes {1} logic, {2} "
                  "memory blocks, {3} DSP of {4}\n",
                  orAsItIs(R.TooLarge->WhatIf), percentText(U.Logic),
                  percentText(U.Memory), percentText(U.Dsp), R.Board);
  }
  for (const std::string &Note : R.Notes)
    OS << "note: " << Note << '\n';
  OS << '\n';
}

namespace {

/// A design beside the source's.
struct DesignRow {
  PricedKernelDesign Priced;
  bool Fits = false;
  double Gain = 0;
};
struct KernelRows {
  KernelSearchResult Result;
  size_t Limit = 0;
};
struct DesignsFile {
  std::vector<KernelRows> Kernels;
};

} // namespace

template <typename V> void list(V &Visit, FitAmounts &S) {
  Visit("logic", S.Logic, {.Least = 0});
  Visit("memory_blocks", S.Memory, {.Least = 0});
  Visit("dsp_blocks", S.Dsp, {.Least = 0});
}
template <typename V> void list(V &Visit, DesignRow &S) {
  static constexpr const char *Limits[] = {"memory", "passes", "latency"};
  const PricedKernelDesign &D = S.Priced;
  Visit("what_if", D.WhatIf,
        {.Says = "text that roofline analyze --what-if takes; empty: the "
                 "source's own design"});
  Visit("changes", D.Changes, {.Says = "what the source has to say for it"});
  Visit("unroll", D.D.Unroll,
        {.Says = "factor of each loop of the summary", .Each = &FromOne});
  Visit("simd", D.D.Simd, {.Least = 1});
  Visit("compute_units", D.D.ComputeUnits, {.Least = 1});
  Visit("work_group", D.Group, {.Says = "work-items", .Least = 1});
  Visit("cycles", D.Cycles, {.Least = 0});
  Visit("clock_hz", D.Clock.value(), {.Least = 0});
  Visit("time_s", D.Time.value(), {.Least = 0});
  auto Number = [](const std::optional<Seconds> &T) {
    return T ? std::optional(T->value()) : std::nullopt;
  };
  Visit("time_low_s", Number(D.Fastest),
        {.Says = "four measured times in five are between", .Least = 0});
  Visit("time_high_s", Number(D.Slowest), {.Least = 0});
  Visit("limit", std::string(D.Limit), {.OneOf = Limits});
  Visit("resources", D.Need);
  Visit("used", FitAmounts{D.Used.Logic, D.Used.Memory, D.Used.Dsp},
        {.Says = "shares of the board"});
  Visit("fits", S.Fits);
  Visit("gain", S.Gain,
        {.Says = "the source's time over this one", .Least = 0});
}
template <typename V> void list(V &Visit, KernelRows &S) {
  const KernelSearchResult &R = S.Result;
  auto Row = [&](const PricedKernelDesign &D) {
    return DesignRow{D, R.fits(D), R.Source.Time.value() / D.Time.value()};
  };
  std::vector<DesignRow> Front;
  for (const PricedKernelDesign &D : ArrayRef(R.Front).take_front(S.Limit))
    Front.push_back(Row(D));
  Visit("kernel", R.Kernel);
  Visit("device", R.Board);
  Visit("max_unroll", R.Space.MaxUnroll, {.Least = 1});
  Visit("max_compute_units", R.Space.MaxUnits, {.Least = 1});
  Visit("utilisation", R.Space.Utilization, {.Most = 1, .Above = 0});
  Visit("replays", R.Replays, {.Least = 1});
  Visit("priced", R.Priced, {.Least = 1});
  Visit("fitting", R.Fitting);
  Visit("left_out", R.LeftOut,
        {.Says = "replays that were not needed: a part of each design does "
                 "not fit"});
  Visit("wall_s", R.WallSeconds, {.Least = 0});
  Visit("available", R.Available);
  Visit("resources_at_least", R.IsAtLeast,
        {.Says = "some operators have no price on this device"});
  Visit("front_size", R.Front.size(),
        {.Says = "designs that no other is better than; --limit shortens "
                 "front"});
  Visit("source", Row(R.Source));
  // The front begins with the best.
  Visit("best", R.Best ? std::optional(Row(R.Front[*R.Best])) : std::nullopt);
  Visit("front", Front, {.Says = "by ascending time"});
  Visit("doubt",
        R.Why == Doubt::None ? std::nullopt
                             : std::optional<std::string>(doubtText(R.Why)),
        {.Says = "why times have no error bar"});
  Visit("notes", R.Notes);
}
template <typename V> void list(V &Visit, DesignsFile &S) {
  Visit("kernels", S.Kernels);
}

static constexpr FileFormat DesignsFormat = {
    "roofline-designs", 1, "designs of compiled kernels", "designs",
    "What roofline explore writes of kernels that are no streams, or with "
    "--designs kernel. See docs/explore.md."};

json::Value toJSON(ArrayRef<KernelSearchResult> Results, size_t Limit) {
  DesignsFile File;
  for (const KernelSearchResult &R : Results)
    File.Kernels.push_back({R, Limit});
  return writeJsonFile(DesignsFormat, File);
}

json::Value designsSchema() { return schemaOf<DesignsFile>(DesignsFormat); }

} // namespace roofline
