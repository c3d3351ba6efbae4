// roofline variants, roofline explore: the designs of a kernel, priced.
#include "Command.h"
#include "KernelInput.h"
#include "StreamInput.h"

#include "roofline/Explore/KernelSearch.h"
#include "roofline/Explore/StencilSearch.h"
#include "roofline/Plot/PlotData.h"
#include "roofline/Pricing/PriceStreams.h"
#include "roofline/Report/KernelDesignsReport.h"
#include "roofline/Report/StencilDesigns.h"
#include "roofline/Report/StreamReport.h"
#include "roofline/Stream/LowerVariant.h"
#include "roofline/Stream/StreamChain.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace roofline {
namespace {

constexpr char CommonHelp[] = R"(
what is run:
  --kernel NAME            only this kernel; NAME,NAME,.. as one core: a chain
  --temporary NAME,..      buffers of a chain that nobody needs afterwards
  --global X[,Y[,Z]]       NDRange [work-item]
  --local X[,Y[,Z]]        work-group [work-item]
  --arg NAME=VALUE         a scalar argument; may be repeated
  --launch FILE|none       all of these from a launch file; options win.
                           Default: k.launch.yaml, else launch.yaml, beside k.cl
  --launches N             launches that share what forms B and C transfer once
                           (default 1)
on what:
  --device NAME|FILE       device file (default de5net); see roofline devices
  --costs TARGET|FILE      resources of what a design is made of: a cost file, by
                           roofline calibrate (default: the device's, if any)
  --clock MHZ              clock of the designs, instead of the device's
  --peaks measured|theoretical   whose bandwidths (default measured)
  --utilisation F          part of each resource that may be in use (default 0.8)
the space:
  --max-lanes N            lanes (default 256)
  --max-vector N           positions that a lane takes a cycle (default 64)
  --form pipe|comb|seq     designs of this form alone
  --pad                    also lanes that need padding to divide the space
compiling OpenCL C:
  -D NAME[=VALUE], -I DIR, -include FILE, -cl-std=STD    passed to clang
output:
  --json FILE              the designs as JSON; - is standard output
  --plot-data FILE         the designs for `roofline plot`
  --streams-out FILE       the stream kernels as JSON, an input of this command
  --help

exit codes: 0 done, 1 bad input, 2 no design fits
)";

constexpr char VariantsHelp[] = R"(usage: roofline variants FILE [OPTIONS]

Every design variant of the kernels of FILE on a device, priced: cycles, time,
what limits it, resources. FILE is OpenCL C (.cl), LLVM IR (.ll, .bc) or stream
kernels (.streams.json). docs/variants.md describes the variants.
)";

constexpr char ExploreHelp[] = R"(usage: roofline explore FILE [OPTIONS]

The best design variant of the kernels of FILE on a device, and all that no other
is better than in everything. The search is exact. FILE is as for roofline variants,
or a kernel summary (.summary.json). docs/explore.md describes the designs.

  --designs stream|kernel  designs of a stream core, or of the kernel as the OpenCL
                           compiler builds it: unrolling, SIMD, compute units,
                           work-groups (default: stream, where the kernel is one)
  --objective time|energy|area   what is best (default time; kernel: time alone)
of an iterated kernel, whose designs do several steps in a pass through memory:
  --iterate H              steps
  --swap READ=WRITTEN      in the next step argument READ has the buffer of argument
                           WRITTEN; may be repeated
  --borders same           a promise: what no step writes is equal in the buffers
                           that take turns
  --max-steps N            steps a pass (default 1024)
of designs of kernels, on a device with `board` times and `structures`:
  --max-unroll N           copies of a loop's body (default 64, fewer where these
                           are too many designs)
  --max-units N            compute units (default 8)
  --limit N                rows that are printed (default 20)
)";

enum Option {
  OptDevice = FirstOwnOption,
  OptCosts,
  OptClock,
  OptPeaks,
  OptLaunches,
  OptUtilisation,
  OptMaxLanes,
  OptMaxVector,
  OptForm,
  OptPad,
  OptObjective,
  OptJson,
  OptPlotData,
  OptStreamsOut,
  OptTemporary,
  OptDesigns,
  OptMaxUnroll,
  OptMaxUnits,
  OptLimit,
  OptMaxSteps
};

const option LongOptions[] = {
    ROOFLINE_INPUT_OPTIONS,
    {"device", required_argument, nullptr, OptDevice},
    {"costs", required_argument, nullptr, OptCosts},
    {"clock", required_argument, nullptr, OptClock},
    {"peaks", required_argument, nullptr, OptPeaks},
    {"launches", required_argument, nullptr, OptLaunches},
    {"utilisation", required_argument, nullptr, OptUtilisation},
    {"max-lanes", required_argument, nullptr, OptMaxLanes},
    {"max-vector", required_argument, nullptr, OptMaxVector},
    {"form", required_argument, nullptr, OptForm},
    {"pad", no_argument, nullptr, OptPad},
    {"objective", required_argument, nullptr, OptObjective},
    {"json", required_argument, nullptr, OptJson},
    {"plot-data", required_argument, nullptr, OptPlotData},
    {"streams-out", required_argument, nullptr, OptStreamsOut},
    {"temporary", required_argument, nullptr, OptTemporary},
    {"designs", required_argument, nullptr, OptDesigns},
    {"max-unroll", required_argument, nullptr, OptMaxUnroll},
    {"max-units", required_argument, nullptr, OptMaxUnits},
    {"limit", required_argument, nullptr, OptLimit},
    {"max-steps", required_argument, nullptr, OptMaxSteps},
    {}};

struct Options {
  KernelInput Input;
  std::string Device = "de5net", Costs, Json, PlotFile, StreamsOut;
  PlatformRequest Request;
  StreamSpace Space;
  Objective By = Objective::Time;
  bool IsSearch = false;
  std::string Designs; ///< "stream", "kernel"; empty: what the kernel is
  KernelSpace OfKernel;
  uint32_t Limit = 20;
  uint32_t MaxSteps = 1024; ///< a pass
  /// Options given that only designs of streams, or of kernels, have.
  std::string OfStreamsAlone, OfKernelsAlone;
};

Error parseNumber(StringRef Value, StringRef Name, double Least, double Most,
                  double &Out) {
  if (Value.getAsDouble(Out) || !(Out >= Least && Out <= Most))
    return invalid(formatv("{0} '{1}': a number from {2} to {3} is expected",
                           Name, Value, Least, Most));
  return Error::success();
}

Error parseCount(StringRef Value, StringRef Name, uint32_t &Out) {
  if (Value.getAsInteger(10, Out) || Out == 0)
    return invalid(Name + " '" + Value + "': a number from 1 is expected");
  return Error::success();
}

Error parseObjective(StringRef Value, Objective &Out) {
  for (auto [Name, By] : {std::pair("time", Objective::Time),
                          {"energy", Objective::Energy},
                          {"area", Objective::Area}})
    if (Value == Name) {
      Out = By;
      return Error::success();
    }
  return invalid("--objective '" + Value + "': time, energy or area");
}

Error parseForm(StringRef Value, std::optional<ElementForm> &Out) {
  for (auto [Name, Form] : {std::pair("pipe", ElementForm::Pipe),
                            {"comb", ElementForm::Comb},
                            {"seq", ElementForm::Seq}})
    if (Value == Name) {
      Out = Form;
      return Error::success();
    }
  return invalid("--form '" + Value + "': pipe, comb or seq");
}

/// The options of designs of kernels.
Error parseKernelOption(int Opt, StringRef Value, Options &O) {
  switch (Opt) {
  case OptDesigns:
    if (Value != "stream" && Value != "kernel")
      return invalid("--designs '" + Value + "': stream or kernel");
    O.Designs = Value;
    return Error::success();
  case OptMaxUnroll:
    O.OfKernelsAlone = "--max-unroll";
    // Nothing is lowered that was asked for.
    O.OfKernel.MostReplays = 1000000;
    return parseCount(Value, "--max-unroll", O.OfKernel.MaxUnroll);
  case OptMaxUnits:
    O.OfKernelsAlone = "--max-units";
    return parseCount(Value, "--max-units", O.OfKernel.MaxUnits);
  case OptLimit:
    O.OfKernelsAlone = "--limit";
    return parseCount(Value, "--limit", O.Limit);
  default:
    return Error::success();
  }
}

void noteOptionsOfStreams(int Opt, Options &O) {
  for (const option &Known : ArrayRef(LongOptions).drop_back())
    if (Known.val == Opt &&
        is_contained({OptCosts, OptPeaks, OptLaunches, OptMaxLanes,
                      OptMaxVector, OptForm, OptPad, OptPlotData, OptStreamsOut,
                      OptTemporary},
                     Opt))
      O.OfStreamsAlone = std::string("--") + Known.name;
}

Error parseOption(int Opt, StringRef Value, Options &O) {
  noteOptionsOfStreams(Opt, O);
  switch (Opt) {
  case OptDevice:
    O.Device = Value;
    break;
  case OptCosts:
    O.Costs = Value;
    break;
  case OptClock: {
    double MHz;
    if (Error E = parseNumber(Value, "--clock", 1e-3, 1e5, MHz))
      return E;
    O.Request.Clock = Hertz(MHz * 1e6);
    O.OfKernel.Clock = O.Request.Clock;
    break;
  }
  case OptPeaks: {
    Expected<Peaks> Of = parsePeaks(Value);
    if (!Of)
      return Of.takeError();
    O.Request.Of = *Of;
    break;
  }
  case OptLaunches:
    return parseLaunches(Value, O.Request.Launches);
  case OptUtilisation:
    if (Error E = parseUtilisation(Value, O.Request.Utilisation))
      return E;
    O.OfKernel.Utilisation = O.Request.Utilisation;
    break;
  case OptMaxLanes:
    return parseCount(Value, "--max-lanes", O.Space.MaxLanes);
  case OptMaxVector:
    return parseCount(Value, "--max-vector", O.Space.MaxVector);
  case OptForm:
    return parseForm(Value, O.Space.Form);
  case OptMaxSteps:
    if (Error E = parseCount(Value, "--max-steps", O.MaxSteps))
      return E;
    return O.MaxSteps <= MaxStages
               ? Error::success()
               : invalid("--max-steps '" + Value + "': " + Twine(MaxStages) +
                         " at most");
  case OptPad:
    O.Space.Padded = true;
    break;
  case OptObjective:
    return parseObjective(Value, O.By);
  case OptJson:
    O.Json = Value;
    break;
  case OptPlotData:
    O.PlotFile = Value;
    break;
  case OptStreamsOut:
    O.StreamsOut = Value;
    break;
  case OptTemporary:
    O.Input.Temporaries = kernelsOfChain(Value.str());
    break;
  default:
    return parseKernelOption(Opt, Value, O);
  }
  return Error::success();
}

Expected<StreamReport> reportOf(StreamKernel K, const Device &D,
                                const std::optional<CostModel> &Costs,
                                const Options &O, const std::string &Note) {
  Expected<StreamPricing> P =
      pricingOn(std::move(K), D, Costs, O.Request, driverFolders());
  if (!P)
    return P.takeError();
  if (std::optional<std::string> Why = whyNoObjective(*P, O.By))
    return invalid(*Why);
  if (!Note.empty())
    P->Platform.Notes.push_back(Note);
  return O.IsSearch ? exploreReport(std::move(*P), O.Space, O.By)
                    : variantsReport(std::move(*P), O.Space);
}

Error write(const Options &O, const Device &D,
            const std::vector<StreamReport> &Reports) {
  if (!O.Json.empty())
    if (Error E = writeJson(O.Json, toJSON(Reports)))
      return E;
  if (O.PlotFile.empty())
    return Error::success();
  PlotData Plot;
  Plot.Title = sys::path::filename(O.Input.File).str() + ": variants";
  addDevice(Plot, D.Name, D.Unit, O.Request.Of);
  for (const StreamReport &R : Reports)
    addVariants(Plot, R);
  return writeJson(O.PlotFile, toJSON(Plot));
}

// Designs of kernels
// ---------------------------------------------------------------------------

/// On a terminal, at each hundredth of the work.
void showProgress(uint64_t Done, uint64_t Of) {
  static const bool IsShown = sys::Process::StandardErrIsDisplayed();
  if (!IsShown || (Done != Of && Done * 100 / Of == (Done - 1) * 100 / Of))
    return;
  errs() << formatv("\r{0} % of {1} replays", Done * 100 / Of, Of)
         << (Done == Of ? "\r\033[K" : "");
}

/// \p WhyNoStream: what keeps the kernel from being a stream, if that was
/// tried.
Expected<int> runKernels(Options &O, const Device &D,
                         const std::string &WhyNoStream = "") {
  if (!O.OfStreamsAlone.empty())
    return invalid(O.OfStreamsAlone + " is of designs of streams alone");
  if (O.By != Objective::Time)
    return invalid(
        "--objective: designs of kernels are searched by time alone");
  if (!O.Input.Texts.Iterate.empty())
    return invalid(
        "--iterate is of designs of streams alone" +
        (WhyNoStream.empty() ? std::string() : "; no stream: " + WhyNoStream));
  Launch L;
  if (Error E = O.Input.readLaunch(L))
    return E;
  O.Input.DeviceDefines = D.Defines;
  Expected<std::vector<KernelSummary>> Kernels = O.Input.readKernels(L);
  if (!Kernels)
    return Kernels.takeError();
  if (Error E = checkTrips(*Kernels, L))
    return E;
  std::vector<KernelSearchResult> Results;
  bool Fits = true;
  for (const KernelSummary &K : *Kernels) {
    Expected<KernelSearchResult> R =
        exploreKernel(K, L, D, O.OfKernel, showProgress);
    if (!R)
      return R.takeError();
    if (!WhyNoStream.empty())
      R->Notes.insert(R->Notes.begin(), "no stream: " + WhyNoStream);
    Fits &= R->Best.has_value();
    Results.push_back(std::move(*R));
  }
  if (!O.Json.empty())
    if (Error E = writeJson(O.Json, toJSON(Results, O.Limit)))
      return E;
  if (O.Json != "-")
    for (const KernelSearchResult &R : Results)
      printKernelDesigns(R, O.Limit, outs());
  return Fits ? Done : Incomplete;
}

/// True where \p D prices designs of kernels.
bool pricesKernels(const Device &D) {
  return D.pricesPipelines() && D.Times && !D.Structures.empty();
}

/// After readStreams() failed by \p Why: the designs of the kernel, where the
/// device and the options permit.
Expected<int> runOtherwise(Options &O, const Device &D, Error Why) {
  if (!O.IsSearch || !O.Designs.empty() || !O.OfStreamsAlone.empty() ||
      O.By != Objective::Time || !pricesKernels(D) ||
      sys::path::extension(O.Input.File) == ".json")
    return Why;
  const std::string Text = toString(std::move(Why));
  Expected<int> Code = runKernels(O, D, Text);
  if (Code)
    return Code;
  const std::string Other = toString(O.Input.locate(Code.takeError()));
  // Else both found the same wrong with the input.
  return invalid(StringRef(Other).starts_with("kernel '") ? Text + "\n" + Other
                                                          : Text);
}

// Designs of iterated kernels
// ---------------------------------------------------------------------------

Expected<int> runSteps(Options &O, const Iteration &I, const StreamKernel &K,
                       const Device &D, const std::optional<CostModel> &Costs) {
  if (O.By != Objective::Time)
    return invalid("--objective: designs of steps are searched by time alone");
  const std::vector<std::string> Folders = driverFolders();
  Expected<StencilPricing> P = stencilPricingOn(
      K, I, D, Costs, O.Request, Folders, {O.Space.Form, 1, O.Space.MaxVector});
  if (!P)
    return P.takeError();
  auto Exactly = [&](const StreamDesign &Of,
                     int64_t Positions) -> std::optional<StreamPrice> {
    StencilPass Pass;
    if (passOf(Of.isBlocked() ? K : padded(K, Positions), I, Of,
               I.Steps % Of.Steps != 0, Pass))
      return std::nullopt;
    if (Expected<StreamPricing> Own =
            pricingOn(std::move(Pass.Kernel), D, Costs, O.Request, Folders,
                      std::nullopt, {Of.Form, Of.Vector, Of.Vector}))
      return price(*Own, Of);
    else
      consumeError(Own.takeError());
    return std::nullopt;
  };
  const StencilPricing Whole = *P;
  auto Blocks = [&](const BlockSize &Size) -> std::optional<StencilPricing> {
    Expected<StencilPricing> Of =
        blockPricingOn(Whole, K, Size, D, Costs, O.Request, Folders);
    if (Of)
      return std::move(*Of);
    consumeError(Of.takeError());
    return std::nullopt;
  };
  StencilSpace Space = {O.Space, O.MaxSteps};
  const StencilReport R = exploreSteps(std::move(*P), Space, Exactly, Blocks);
  std::vector<ConePeer> Peers;
  if (Stencil S; !findStencil(K, I.Swap, uint64_t(I.Steps), S) && Costs &&
                 Costs->MemoryBlockBits)
    Peers = conePeers(R, S, *Costs->MemoryBlockBits);
  if (!O.Json.empty())
    if (Error E = writeJson(O.Json, toJSON(R, Peers)))
      return E;
  if (!O.PlotFile.empty()) {
    PlotData Plot;
    Plot.Title = sys::path::filename(O.Input.File).str() + ": steps a pass";
    addDevice(Plot, D.Name, D.Unit, O.Request.Of);
    addSteps(Plot, R);
    if (Error E = writeJson(O.PlotFile, toJSON(Plot)))
      return E;
  }
  if (O.Json != "-" && O.StreamsOut != "-" && O.PlotFile != "-")
    printStencilDesigns(R, Peers, outs());
  return R.Best ? Done : Incomplete;
}

Expected<int> run(Options &O) {
  Expected<Device> D = chosenDevice(O.Device);
  if (!D)
    return D.takeError();
  const bool IsSummary = StringRef(O.Input.File).ends_with(".summary.json");
  if (O.Designs == "kernel" || (O.IsSearch && O.Designs.empty() && IsSummary))
    return runKernels(O, *D);
  Expected<std::optional<CostModel>> Costs =
      chosenCosts(O.Costs, *D, driverFolders());
  if (!Costs)
    return Costs.takeError();
  Launch L;
  TimeLoopUse Loop = {.IsTaken = O.IsSearch && O.By == Objective::Time};
  Expected<std::vector<StreamKernel>> Kernels = readStreams(O.Input, L, Loop);
  if (!Kernels)
    return runOtherwise(O, *D, O.Input.locate(Kernels.takeError()));
  if (!O.OfKernelsAlone.empty())
    return invalid(
        O.OfKernelsAlone +
        " is of designs of kernels alone; --designs kernel asks for these");
  if (!O.StreamsOut.empty())
    if (Error E = writeJson(O.StreamsOut, toJSON(*Kernels)))
      return E;
  if (O.IsSearch && L.Iterate) {
    if (Kernels->size() > 1)
      return invalid(O.Input.File + ": --iterate is of one kernel, or of a "
                                    "chain: --kernel names it");
    return runSteps(O, *L.Iterate, Kernels->front(), *D, *Costs);
  }
  std::vector<StreamReport> Reports;
  bool Fits = true;
  for (StreamKernel &K : *Kernels) {
    const std::string Note = O.IsSearch ? noteOnSteps(K, L, Loop) : "";
    Expected<StreamReport> R = reportOf(std::move(K), *D, *Costs, O, Note);
    if (!R)
      return R.takeError();
    Fits &= R->Best.has_value();
    Reports.push_back(std::move(*R));
  }
  if (Error E = write(O, *D, Reports))
    return E;
  if (O.Json != "-" && O.StreamsOut != "-" && O.PlotFile != "-")
    for (const StreamReport &R : Reports)
      printStreamReport(R, outs());
  return Fits ? Done : Incomplete;
}

int commandMain(int argc, char **argv, bool IsSearch) {
  Options O;
  O.IsSearch = IsSearch;
  O.Input.TakesIteration = IsSearch;
  std::string Help = IsSearch ? ExploreHelp : VariantsHelp;
  Help += CommonHelp;
  Expected<bool> Parsed = parseArguments(
      argc, argv, LongOptions, Help, &O.Input,
      [&](int Opt, StringRef Value) { return parseOption(Opt, Value, O); });
  if (!Parsed)
    return fail(Parsed.takeError());
  if (!*Parsed)
    return Done;
  if (!IsSearch && !O.Designs.empty())
    return fail("--designs is of roofline explore");
  Expected<int> Code = run(O);
  return Code ? *Code : fail(O.Input.locate(Code.takeError()));
}

} // namespace

int variantsMain(int argc, char **argv) {
  return commandMain(argc, argv, false);
}
int exploreMain(int argc, char **argv) { return commandMain(argc, argv, true); }

} // namespace roofline
