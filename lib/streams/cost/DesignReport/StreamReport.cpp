// The designs of a stream kernel as text and JSON.
#include "roofline/DesignReport/StreamReport.h"

#include "DesignFields.h"
#include "roofline/Report/FiniteNumber.h"

#include "roofline/Core/LogicDepth.h"
#include "roofline/DesignReport/PredictionTable.h"
#include "roofline/DesignReport/ResourceComparisonJSON.h"
#include "roofline/Json/JsonSchema.h"
#include "roofline/Machine/Roofline.h"
#include "roofline/Steps/LowerVariant.h"
#include "roofline/Stream/Variant.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <bit>
#include <cmath>

using namespace llvm;

namespace roofline {

template <> struct Names<ElementForm> {
  static constexpr auto &Values = ElementFormNames;
};
ROOFLINE_NAMES(MemoryForm, "A", "B", "C");
ROOFLINE_NAMES(Objective, "time", "energy", "area");

std::string variantText(const StreamReport &R, const PricedDesign &D) {
  return print(variantOf(R.Pricing.Kernel, D.Design, D.Positions));
}

static double operations(const StreamReport &R) {
  return R.Pricing.Work.WorkItems * R.Pricing.Work.Operations;
}

double operationRate(const StreamReport &R, const PricedDesign &D) {
  return achieved(operations(R), D.Price.Time).value();
}

double operationIntensity(const StreamReport &R, const PricedDesign &D) {
  return intensity(operations(R),
                   D.Price.Memory.value() * R.Pricing.Platform.Memory.value());
}

double computeRate(const StreamReport &R, const PricedDesign &D) {
  return achieved(operations(R), D.Price.Compute).value();
}

double elementRate(const StreamReport &R) {
  return achieved(operations(R), price(R.Pricing, StreamDesign()).Compute)
      .value();
}

std::optional<double> peakRate(const StreamReport &R) {
  if (!R.Pricing.Forms[0])
    return std::nullopt;
  const auto &Need = R.Pricing.Forms[0]->Needs[0];
  if (!Need)
    return std::nullopt;
  const double Lanes =
      howManyFit(R.Pricing.Platform.Available - Need->Base, Need->PerLane);
  if (!std::isfinite(Lanes)) // nothing limits, or there is one lane at most
    return std::nullopt;
  return elementRate(R) * Lanes;
}

std::string fourDigits(double Value) {
  std::string Text;
  raw_string_ostream(Text) << format("%.4g", Value);
  return Text;
}

const char *limitName(StreamLimit L) { return nameOf(L); }

namespace {

std::optional<LogicDepth> depthOf(const StreamPricing &P, ElementForm Form) {
  const auto &F = P.Forms[unsigned(Form)];
  return F ? std::optional(logicDepth(P.Kernel, F->Schedules[0]))
           : std::nullopt;
}

/// True where the clock of some design follows from its longest path.
bool pathsAreKnown(const StreamPricing &P) {
  return std::any_of(P.Forms.begin(), P.Forms.end(), [](const auto &F) {
    return F && F->Paths[0].has_value();
  });
}

/// Notes that a reader of \p P's prices has to know.
std::vector<std::string> notesOf(const StreamPlatform &P) {
  std::vector<std::string> Notes = P.Notes;
  for (const std::string &What : P.Unmeasured)
    Notes.push_back("no resources: " + What);
  return Notes;
}

/// The design that gains are over: map-pipe f, or where that has no price, one
/// lane of the shortest vector and the first form that have one.
StreamDesign baseOf(const StreamPricing &P) {
  for (uint32_t Vector = 1; Vector <= 1u << MaxLogVector; Vector *= 2)
    for (ElementForm Form :
         {ElementForm::Pipe, ElementForm::Comb, ElementForm::Seq})
      if (StreamDesign D = {.Vector = Vector, .Form = Form};
          P.Kernel.Space.Size[0] % Vector == 0 && !whyNotPriced(P, D))
        return D;
  return {};
}

/// Text of loops among variants, as --variant takes it.
constexpr StringLiteral LoopsText = "loops";

/// Why loops are in the front, or not.
std::string whyLoops(const StreamReport &R) {
  if (!R.WhyNoStreams.empty())
    return "the kernel is no map over streams";
  const StreamPrice &Own = R.Loops->Price;
  if (!Own.Need)
    return "what they need beside designs of streams is not known";
  if (!Own.fits())
    return "they do not fit";
  if (!R.Loops->IsInFront)
    return "a design of streams is as good in everything";
  if (none_of(R.Designs,
              [&](const PricedDesign &D) { return D.Price.Time <= Own.Time; }))
    return "no design of streams is as fast";
  if (R.Loops->IsBest)
    return "as fast as the best design of streams, with a smaller share";
  return "smaller than designs of streams that are as fast";
}

class StreamPrinter {
public:
  StreamPrinter(const StreamReport &R, raw_ostream &OS)
      : R(R), Base(baseOf(R.Pricing)), OS(OS) {}

  void header() {
    if (!R.WhyNoStreams.empty()) {
      OS << R.Pricing.Kernel.Name << " on " << R.Pricing.Platform.Name << '\n';
      platform();
      OS << '\n';
      return;
    }
    const StreamKernel &K = R.Pricing.Kernel;
    const StreamPlatform &P = R.Pricing.Platform;
    OS << K.Name << ": Vect " << K.Space.volume() << " t (";
    for (unsigned D = 0; D < K.NumDimensions; ++D)
      OS << (D ? " x " : "") << K.Space.Size[D];
    OS << "), " << fourDigits(R.Pricing.Work.Operations)
       << " operations a position, " << fourDigits(R.Pricing.Work.BufferBytes)
       << " bytes a launch, on " << P.Name << '\n';
    platform();
    for (ElementForm Form : {ElementForm::Pipe, ElementForm::Comb})
      if (std::optional<LogicDepth> D = depthOf(R.Pricing, Form))
        OS << "between two registers of "
           << (Form == ElementForm::Pipe ? "map-pipe" : "map-comb") << ": "
           << D->Levels << (D->Levels == 1 ? " level" : " levels")
           << " of LUTs, " << D->CarryBits << " carry bits"
           << (D->Modules.empty() ? "" : "; not known of ")
           << join(D->Modules, ", ") << '\n';
    OS << '\n';
  }

  void platform() {
    const StreamPlatform &P = R.Pricing.Platform;
    const bool FollowsPaths =
        pathsAreKnown(R.Pricing) || (R.Loops && R.Loops->Price.PathIsKnown);
    OS << "clock " << (FollowsPaths ? "of up to " : "")
       << fourDigits(P.Clock.value() * 1e-6) << " MHz, memory "
       << fourDigits(P.Memory.value() * 1e-9) << " GB/s";
    if (P.Host)
      OS << ", host " << fourDigits(P.Host->value() * 1e-9) << " GB/s";
    if (P.Launches != 1)
      OS << ", " << fourDigits(P.Launches) << " launches";
    OS << '\n';
  }

  void table() {
    size_t Width = StringRef("variant").size();
    std::vector<std::string> Texts;
    for (const PricedDesign &D : R.Designs) {
      Texts.push_back(variantText(R, D));
      Width = std::max(Width, Texts.back().size());
    }
    OS << "  " << left_justify("variant", Width)
       << "      cycles  [MHz]  time [us]    gain  limit        LUT       FF  "
          "BRAM   DSP  device\n";
    for (size_t I = 0; I < R.Designs.size(); ++I)
      row(Texts[I], Width, R.Best == I, R.InFront[I], R.Designs[I].Price,
          clockRange(R.Pricing, R.Designs[I].Design).Typical);
    if (const auto &L = R.Loops)
      row(LoopsText, Width, L->IsBest, L->IsInFront, L->Price,
          L->Clock.Typical);
    OS << "\n*: no other is better in everything; >: the best by "
       << nameOf(R.Goal);
    if (R.WhyNoStreams.empty())
      OS << "; gain: over "
         << print(variantOf(R.Pricing.Kernel, Base,
                            R.Pricing.Kernel.Space.volume()));
    OS << '\n';
    if (R.Loops)
      OS << LoopsText << ": " << whyLoops(R) << '\n';
  }

  void ending() {
    if (R.Designs.empty() && R.TooLarge)
      OS << "no design fits: the smallest, " << variantText(R, *R.TooLarge)
         << ", takes " << fourDigits(100 * R.TooLarge->Price.Share)
         << " % of the "
         << scarcest(*R.TooLarge->Price.Need, R.Pricing.Platform.Available)
         << " that " << R.Pricing.Platform.Name << " has for it\n";
    for (const ExcludedDesigns &E : R.Excluded)
      OS << "left out: "
         << print(variantOf(R.Pricing.Kernel, E.Example,
                            R.Pricing.Kernel.Space.volume()))
         << ": " << E.Why << '\n';
    if (!R.WhyNoStreams.empty())
      OS << "left out: maps over streams: " << R.WhyNoStreams << '\n';
    if (!R.WhyNoLoops.empty())
      OS << "left out: " << LoopsText << ": " << R.WhyNoLoops << '\n';
    for (const std::string &Note : notesOf(R.Pricing.Platform))
      OS << "note: " << Note << '\n';
  }

private:
  void row(StringRef Text, size_t Width, bool IsBest, bool IsInFront,
           const StreamPrice &Price, Hertz Clock) {
    const double First = R.WhyNoStreams.empty()
                             ? price(R.Pricing, Base).Time.value()
                             : Price.Time.value();
    OS << (IsBest ? '>' : ' ') << (IsInFront ? '*' : ' ')
       << left_justify(Text, Width)
       << format("  %10lld %6.0f %10s %7s  %-7s", (long long)Price.LaunchCycles,
                 Clock.value() * 1e-6,
                 fourDigits(Price.Time.value() * 1e6).c_str(),
                 fourDigits(First / Price.Time.value()).c_str(),
                 limitName(Price.Limit));
    if (const auto &N = Price.Need)
      OS << format(" %8.0f %8.0f %5g %5.0f %6s%%", N->Luts, N->Registers,
                   N->MemoryBlocks, N->DspBlocks,
                   fourDigits(100 * Price.Share).c_str())
         << (Price.fits() ? "" : "  does not fit");
    else
      OS << "        -        -     -     -      -";
    OS << '\n';
  }

  const StreamReport &R;
  const StreamDesign Base;
  raw_ostream &OS;
};

} // namespace

void printStreamReport(const StreamReport &R, raw_ostream &OS) {
  StreamPrinter P(R, OS);
  P.header();
  if (!R.Designs.empty() || R.Loops)
    P.table();
  P.ending();
  printSynthesised(R.Synthesised, OS);
}

namespace {

struct VariantRow {
  PricedDesign Priced;
  std::string Text;
  ClockRange Clock;
  double Rate = 0; ///< [operation/s]
  bool IsInFront = false, IsBest = false;
  std::optional<double> Energy = {}, Intensity = {}, Share = {};
  std::optional<bool> Fits = {};
  std::optional<DesignResources> Need = {};
};
struct LogicDepths {
  std::optional<LogicDepth> Pipe, Comb;
};
struct LoopVariant {
  LoopDesign Design;
  std::string Why;
  std::optional<double> Share = {};
  std::optional<bool> Fits = {};
  std::optional<DesignResources> Need = {};
};
struct ExcludedVariants {
  std::string Example, Why;
};
struct KernelVariants {
  std::string Kernel, Device;
  Hertz Clock;
  BytesPerSecond Memory;
  std::optional<double> Host = {}; ///< [byte/s]
  double Launches = 1;
  std::optional<int64_t> Positions = {};
  std::optional<double> Operations = {}, BufferBytes = {};
  Objective Goal = Objective::Time;
  uint64_t Priced = 0;
  LogicDepths Depths;
  std::vector<VariantRow> Designs = {};
  std::vector<ExcludedVariants> Excluded = {};
  std::optional<LoopVariant> Loops = {};
  std::optional<std::string> WhyNoLoops = {}, WhyNoStreams = {};
  std::optional<std::vector<SynthesisedDesign>> Synthesised = {};
  std::vector<std::string> Notes;
};
struct VariantsFile {
  std::vector<KernelVariants> Kernels;
};

} // namespace

/// The price of a design, at some clock.
template <typename V>
static void listPrice(V &Visit, StreamPrice &P, ClockRange &Clock) {
  Visit("cycles", P.LaunchCycles, {.Least = 1});
  Visit("clock_hz", Clock.Typical.value(),
        {.Says = "that time_s is of", .Above = 0});
  Visit("clock_low_hz", Clock.Low.value(),
        {.Says = "where routing adds much; clock_hz where nothing says what it "
                 "adds",
         .Above = 0});
  Visit("clock_high_hz", Clock.High.value(), {.Above = 0});
  Visit("time_s", P.Time.value(), {.Above = 0});
  Visit("compute_s", P.Compute.value(), {.Above = 0});
  Visit("memory_s", P.Memory.value(), {.Least = 0});
  Visit("host_s", P.Host.value(), {.Least = 0});
}
template <typename V> void list(V &Visit, VariantRow &S) {
  Visit("variant", S.Text);
  Visit("lanes", S.Priced.Design.Lanes, {.Least = 1});
  Visit("vector", S.Priced.Design.Vector, {.Least = 1});
  Visit("form", S.Priced.Design.Form);
  Visit("memory_form", S.Priced.Design.Memory);
  Visit("positions", S.Priced.Positions,
        {.Says = "[position] with padding", .Least = 1});
  listPrice(Visit, S.Priced.Price, S.Clock);
  Visit("energy_j", S.Energy,
        {.Says = "absent: the device gives no power", .Above = 0});
  Visit("limit", S.Priced.Price.Limit);
  Visit("operations_per_s", S.Rate, {.Least = 0});
  Visit("operations_per_byte", S.Intensity,
        {.Says = "[operation/byte] of device memory; absent: no byte is moved",
         .Least = 0});
  Visit("front", S.IsInFront);
  Visit("best", S.IsBest);
  Visit("resources", S.Need, {.Says = "absent: no cost model"});
  Visit("share", S.Share,
        {.Says = "[1] largest part of what may be used", .Least = 0});
  Visit("fits", S.Fits);
}
template <typename V> void list(V &Visit, LogicDepth &S) {
  Visit("levels", S.Levels, {.Says = "LUTs of 6 inputs in a row"});
  Visit("carry_bits", S.CarryBits);
  Visit("not_known_of", S.Modules,
        {.Says = "operations whose modules have stages of their own"});
}
template <typename V> void list(V &Visit, LogicDepths &S) {
  Visit("pipe", S.Pipe);
  Visit("comb", S.Comb);
}
template <typename V> void list(V &Visit, LoopVariant &S) {
  Visit.says("the kernel as a core of loops with memories");
  listPrice(Visit, S.Design.Price, S.Design.Clock);
  Visit("limit", S.Design.Price.Limit);
  Visit("front", S.Design.IsInFront);
  Visit("best", S.Design.IsBest);
  Visit("why", S.Why, {.Says = "they are in the front, or not"});
  Visit("resources", S.Need, {.Says = "absent: no cost model"});
  Visit("share", S.Share,
        {.Says = "[1] largest part of what may be used", .Least = 0});
  Visit("fits", S.Fits);
}
template <typename V> void list(V &Visit, ExcludedVariants &S) {
  Visit("example", S.Example);
  Visit("why", S.Why);
}
template <typename V> void list(V &Visit, KernelVariants &S) {
  Visit("kernel", S.Kernel);
  Visit("device", S.Device);
  Visit("clock_hz", S.Clock.value(),
        {.Says = "the device's, or --clock's: no design has more", .Above = 0});
  Visit("logic_depth", S.Depths,
        {.Says = "of the longest path between two registers, by form"});
  Visit("memory_bytes_per_s", S.Memory.value(), {.Above = 0});
  Visit("host_bytes_per_s", S.Host, {.Above = 0});
  Visit("launches", S.Launches, {.Least = 1});
  Visit("positions", S.Positions,
        {.Says = "absent: the kernel is no map over streams", .Least = 1});
  Visit("operations", S.Operations,
        {.Says = "[operation] of a position", .Least = 0});
  Visit("buffer_bytes", S.BufferBytes,
        {.Says = "[byte] of all streams, once", .Least = 0});
  Visit.together({"positions", "operations", "buffer_bytes"});
  Visit("objective", S.Goal);
  Visit("priced", S.Priced);
  Visit("designs", S.Designs);
  Visit("excluded", S.Excluded);
  Visit("loops", S.Loops);
  Visit("no_loops", S.WhyNoLoops,
        {.Says = "why the kernel is no core of loops"});
  Visit("no_streams", S.WhyNoStreams,
        {.Says = "why the kernel is no map over streams"});
  Visit("synthesised", S.Synthesised, {.Says = "by --synthesise"});
  Visit("notes", S.Notes);
}
template <typename V> void list(V &Visit, VariantsFile &S) {
  Visit("kernels", S.Kernels);
}

static constexpr FileFormat VariantsFormat = {
    "roofline-variants", 1, "design variants", "variants",
    "What roofline variants and roofline explore write. See docs/variants.md."};

static VariantRow rowOf(const StreamReport &R, size_t I) {
  const PricedDesign &D = R.Designs[I];
  const StreamPrice &P = D.Price;
  VariantRow Row{.Priced = D,
                 .Text = variantText(R, D),
                 .Clock = clockRange(R.Pricing, D.Design),
                 .Rate = operationRate(R, D),
                 .IsInFront = R.InFront[I],
                 .IsBest = R.Best == I,
                 .Intensity = finite(operationIntensity(R, D))};
  if (R.Pricing.Platform.Power)
    Row.Energy = energy(P.Time, *R.Pricing.Platform.Power).value();
  if (P.Need) {
    Row.Need = designResources(P.Need);
    Row.Share = finite(P.Share);
    Row.Fits = P.fits();
  }
  return Row;
}

static LoopVariant loopVariant(const StreamReport &R) {
  LoopVariant V = {*R.Loops, whyLoops(R)};
  const StreamPrice &P = R.Loops->Price;
  if (P.Need) {
    V.Need = designResources(P.Need);
    V.Share = finite(P.Share);
    V.Fits = P.fits();
  }
  return V;
}

/// All but the designs.
static KernelVariants variantsOf(const StreamReport &R) {
  const StreamPlatform &P = R.Pricing.Platform;
  const StreamKernel &K = R.Pricing.Kernel;
  KernelVariants Result{.Kernel = K.Name,
                        .Device = P.Name,
                        .Clock = P.Clock,
                        .Memory = P.Memory,
                        .Launches = P.Launches,
                        .Goal = R.Goal,
                        .Priced = R.Priced,
                        .Depths = {depthOf(R.Pricing, ElementForm::Pipe),
                                   depthOf(R.Pricing, ElementForm::Comb)},
                        .Notes = notesOf(P)};
  if (R.WhyNoStreams.empty()) {
    Result.Positions = K.Space.volume();
    Result.Operations = R.Pricing.Work.Operations;
    Result.BufferBytes = R.Pricing.Work.BufferBytes;
  } else {
    Result.WhyNoStreams = R.WhyNoStreams;
  }
  if (!R.WhyNoLoops.empty())
    Result.WhyNoLoops = R.WhyNoLoops;
  if (R.Loops)
    Result.Loops = loopVariant(R);
  if (P.Host)
    Result.Host = P.Host->value();
  if (!R.Synthesised.empty())
    Result.Synthesised = R.Synthesised;
  for (const ExcludedDesigns &E : R.Excluded)
    Result.Excluded.push_back(
        {print(variantOf(K, E.Example, K.Space.volume())), E.Why});
  return Result;
}

json::Value toJSON(const std::vector<StreamReport> &Reports) {
  VariantsFile File;
  for (const StreamReport &R : Reports) {
    KernelVariants &K = File.Kernels.emplace_back(variantsOf(R));
    for (size_t I = 0; I < R.Designs.size(); ++I)
      K.Designs.push_back(rowOf(R, I));
  }
  return writeJsonFile(VariantsFormat, File);
}

void writeJson(const std::vector<StreamReport> &Reports, json::OStream &J) {
  auto WriteKernel = [&](const StreamReport &R) {
    const json::Value Kernel = JsonWriter::write(variantsOf(R));
    writeWithList(J, *Kernel.getAsObject(), "designs", [&] {
      for (size_t I = 0; I < R.Designs.size(); ++I)
        J.value(JsonWriter::write(rowOf(R, I)));
    });
  };
  const json::Value File = writeJsonFile(VariantsFormat, VariantsFile());
  writeWithList(J, *File.getAsObject(), "kernels",
                [&] { for_each(Reports, WriteKernel); });
}

json::Value variantsSchema() { return schemaOf<VariantsFile>(VariantsFormat); }

} // namespace roofline
