// roofline variants, roofline explore: the designs of a kernel, priced.
#include "Command.h"
#include "DesignInput.h"
#include "KernelDesigns.h"
#include "LoopInput.h"
#include "StreamInput.h"

#include "roofline/Calibrate/Calibrate.h"
#include "roofline/DesignReport/StencilDesigns.h"
#include "roofline/DesignReport/StreamPlot.h"
#include "roofline/DesignReport/StreamReport.h"
#include "roofline/Steps/LowerVariant.h"
#include "roofline/Stream/StreamChain.h"
#include "roofline/StreamPricing/PriceStreams.h"
#include "roofline/StreamSearch/StreamSearch.h"
#include "roofline/Verify/LargeLaunch.h"
#include "roofline/Verify/SynthesiseCore.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace roofline {
namespace {

struct VariantsArguments {
  KernelInput Input;
  DesignInput Design;
  std::string PlotFile, StreamsOut;
  Objective Goal = Objective::Time;
  bool IsSearch = false;
  std::string Designs; ///< "core" or empty; `roofline` runs "kernel" itself
  KernelExploration Kernels; ///< the files
  uint32_t MaxSteps = 1024;  ///< a pass
  uint32_t Synthesise = 0;   ///< number of the best designs
};

std::vector<CommandOption> optionsOf(VariantsArguments &O) {
  std::vector<CommandOption> OwnOptions = designOptions(O.Design);
  append_range(OwnOptions, std::vector<CommandOption>{
                               text("plot-data", O.PlotFile),
                               text("streams-out", O.StreamsOut),
                               count("synthesise", O.Synthesise),
                               temporaryOption(O.Input),
                           });
  append_range(OwnOptions, kernelDesignOptions(O.Kernels));
  append_range(OwnOptions,
               std::vector<CommandOption>{
                   choice<Objective>("objective",
                                     {{"time", Objective::Time},
                                      {"energy", Objective::Energy},
                                      {"area", Objective::Area}},
                                     O.Goal),
                   text("designs", O.Designs), maxStepsOption(O.MaxSteps)});
  return OwnOptions;
}

// Synthesis of the best
// ---------------------------------------------------------------------------

/// The first designs of \p Front by \p O.Synthesise, from the best on.
template <typename R, typename D>
std::vector<std::string> bestOf(const R &Report, ArrayRef<D> Front,
                                const D *Best, const VariantsArguments &O) {
  std::vector<std::string> Texts;
  auto Add = [&](const D &Design) {
    std::string Text = variantText(Report, Design);
    if (Texts.size() < O.Synthesise && !is_contained(Texts, Text))
      Texts.push_back(std::move(Text));
  };
  if (Best)
    Add(*Best);
  for_each(Front, Add);
  return Texts;
}

/// On a terminal.
void showDone(StringRef What) {
  if (sys::Process::StandardErrIsDisplayed())
    errs() << What << '\n';
}

Expected<std::vector<SynthesisedDesign>>
synthesise(const StreamKernel &K, const Launch &L,
           const std::vector<std::string> &Variants, const Device &D,
           const std::optional<CostModel> &Costs) {
  if (!Costs)
    return invalid("--synthesise: '" + D.Name +
                   "' names no family of FPGAs; --costs names one");
  if (!findTarget(Costs->Target))
    return invalid("--synthesise: yosys does not synthesise for " +
                   Costs->Target + ", whose costs '" + D.Name + "' has; " +
                   "--costs names another family");
  SmallString<128> Kept;
  if (sys::path::cache_directory(Kept))
    sys::path::append(Kept, "roofline", "cores");
  return synthesiseDesigns(K, L, Variants,
                           {.Target = Costs->Target,
                            .Costs = Costs,
                            .RtlFolder = rtlFolder(),
                            .Kept = Kept.str().str(),
                            .Progress = showDone});
}

/// Says in \p P that nothing is known of what designs need.
void noteMissingCosts(const std::optional<CostModel> &Costs,
                      StreamPlatform &P) {
  if (!Costs)
    P.Notes.push_back("LUT, FF, BRAM and DSP, and whether a design fits, are "
                      "not known: '" +
                      P.Name + "' has no cost file; --costs names one");
}

// Designs of streams
// ---------------------------------------------------------------------------

Expected<StreamReport> reportOf(StreamKernel K, const Device &D,
                                const std::optional<CostModel> &Costs,
                                const VariantsArguments &O,
                                const std::string &Note) {
  Expected<StreamPricing> P = pricingOn(
      std::move(K), D, Costs, O.Design.request(), driverFolders(), std::nullopt,
      {.MostVector = O.Design.Space.MaxVector,
       .MostLanes = O.Design.Space.MaxLanes,
       .WhatMayFit = O.IsSearch});
  if (!P)
    return P.takeError();
  if (std::optional<std::string> Why = whyNoObjective(*P, O.Goal))
    return invalid(*Why);
  noteMissingCosts(Costs, P->Platform);
  if (!Note.empty())
    P->Platform.Notes.push_back(Note);
  return O.IsSearch ? exploreReport(std::move(*P), O.Design.Space, O.Goal)
                    : variantsReport(std::move(*P), O.Design.Space);
}

Error write(const VariantsArguments &O, const Device &D,
            const std::vector<StreamReport> &Reports) {
  if (!O.Kernels.Json.empty())
    if (Error E = writeOutput(O.Kernels.Json, [&](raw_ostream &OS) {
          json::OStream J(OS, /*IndentSize=*/2);
          writeJson(Reports, J);
          OS << '\n';
        }))
      return E;
  if (Error E = writeDesignPage(O.Kernels.Html, DesignPage::Kind::Variants,
                                O.Input.File, [&] { return toJSON(Reports); }))
    return E;
  if (O.PlotFile.empty())
    return Error::success();
  PlotData Plot;
  Plot.Title = sys::path::filename(O.Input.File).str() + ": variants";
  addDevice(Plot, D.Name, D.Unit, O.Design.Request.PeakKind);
  for (const StreamReport &R : Reports)
    addVariants(Plot, R);
  return writeJson(O.PlotFile, toJSON(Plot));
}

// Designs of iterated kernels
// ---------------------------------------------------------------------------

Expected<int> runSteps(VariantsArguments &O, const Launch &L,
                       const StreamKernel &K, const Device &D,
                       const std::optional<CostModel> &Costs) {
  const Iteration &I = *L.Iterate;
  if (O.Goal != Objective::Time)
    return invalid("--objective: designs of steps are searched by time alone");
  Expected<StencilReport> Found =
      stepsReport(I, K, D, Costs, O.Design, O.MaxSteps);
  if (!Found)
    return Found.takeError();
  StencilReport &R = *Found;
  for (StreamPricing *P : {&R.Pricing.One, &R.Pricing.Whole.Three})
    noteMissingCosts(Costs, P->Platform);
  if (O.Synthesise) {
    auto Synthesised = synthesise(
        K, L,
        bestOf(R, ArrayRef(R.Front), R.Best ? &R.BySteps[*R.Best] : nullptr, O),
        D, Costs);
    if (!Synthesised)
      return Synthesised.takeError();
    R.Synthesised = std::move(*Synthesised);
  }
  std::vector<ConePeer> Peers;
  if (Stencil S; !findStencil(K, I.Swap, uint64_t(I.Steps), S) && Costs &&
                 Costs->MemoryBlockBits)
    Peers = conePeers(R, S, *Costs->MemoryBlockBits);
  if (!O.Kernels.Json.empty())
    if (Error E = writeJson(O.Kernels.Json, toJSON(R, Peers)))
      return E;
  if (Error E = writeDesignPage(O.Kernels.Html, DesignPage::Kind::Steps,
                                O.Input.File, [&] { return toJSON(R, Peers); }))
    return E;
  if (!O.PlotFile.empty()) {
    PlotData Plot;
    Plot.Title = sys::path::filename(O.Input.File).str() + ": steps a pass";
    addDevice(Plot, D.Name, D.Unit, O.Design.Request.PeakKind);
    addSteps(Plot, R);
    if (Error E = writeJson(O.PlotFile, toJSON(Plot)))
      return E;
  }
  if (O.Kernels.Json != "-" && O.StreamsOut != "-" && O.PlotFile != "-")
    printStencilDesigns(R, Peers, outs());
  return R.Best && Costs ? Done : Incomplete;
}

// Designs of loops
// ---------------------------------------------------------------------------

bool hasBest(const StreamReport &R) {
  return R.Best || (R.Loops && R.Loops->IsBest);
}

/// Puts \p Loops beside the designs of \p R.
void addPriced(const LoopLaunch &Loops, StreamReport &R) {
  StreamPlatform &P = R.Pricing.Platform;
  if (Loops.IsTimedByData)
    P.Notes.push_back("the cycles of loops are those of random data: other "
                      "data take others");
  addLoops(R, priceLoops(P, Loops), loopClock(P, Loops));
}

/// Puts the kernel as loops beside the designs of \p R.
void lookAtLoops(VariantsArguments &O, const CostModel *Costs,
                 StreamReport &R) {
  if (isLargeLaunch(R.Pricing.Kernel)) {
    R.WhyNoLoops = "not looked at: a launch of " +
                   std::to_string(R.Pricing.Kernel.Space.volume()) +
                   " positions";
    return;
  }
  std::string Name;
  Expected<LoopLaunch> Loops = readLoops(O.Input, Costs, Name);
  if (!Loops) {
    R.WhyNoLoops = toString(Loops.takeError());
    return;
  }
  addPriced(*Loops, R);
}

/// The report of a kernel that is no map over streams, by \p NoStreams.
Expected<int> runLoops(VariantsArguments &O, const Device &D,
                       const std::optional<CostModel> &Costs, Error NoStreams) {
  StreamReport R;
  R.WhyNoStreams = toString(O.Input.locate(std::move(NoStreams)));
  Expected<LoopLaunch> Loops =
      readLoops(O.Input, Costs ? &*Costs : nullptr, R.Pricing.Kernel.Name);
  if (!Loops)
    return refusedAsBoth(R.WhyNoStreams, Loops.takeError());
  StreamPlatform &P = R.Pricing.Platform;
  PlatformRequest Request = O.Design.request();
  if (std::optional<std::string> Why = streamPlatform(D, Request, P))
    return invalid(*Why);
  if (Costs)
    P.Routing = Costs->Routing;
  for (const std::string &Unknown : Loops->Core.Path.Unknowns)
    P.Notes.push_back("the longest path is not known: no delay of " + Unknown);
  for (const std::string &Unknown : Loops->Core.Cost.Unknowns)
    P.Unmeasured.push_back(Unknown);
  noteMissingCosts(Costs, P);
  R.Goal = O.Goal;
  R.Priced = 1;
  addPriced(*Loops, R);
  const std::vector<StreamReport> Reports = {std::move(R)};
  if (Error E = write(O, D, Reports))
    return E;
  if (O.Kernels.Json != "-" && O.PlotFile != "-")
    printStreamReport(Reports[0], outs());
  return Costs && hasBest(Reports[0]) ? Done : Incomplete;
}

Expected<int> run(VariantsArguments &O) {
  if (O.Designs == "kernel")
    return invalid("--designs kernel is of roofline, not of roofline-cores");
  Expected<Device> D = chosenDevice(O.Design.Device);
  if (!D)
    return D.takeError();
  Expected<std::optional<CostModel>> Costs =
      chosenCosts(O.Design.Costs, *D, driverFolders());
  if (!Costs)
    return Costs.takeError();
  Launch L;
  TimeLoopUse Loop = {.IsTaken = O.IsSearch && O.Goal == Objective::Time};
  Expected<std::vector<StreamKernel>> Kernels = readStreams(O.Input, L, Loop);
  const bool LooksAtLoops = O.IsSearch && mayBeLoops(O.Input);
  const CostModel *OfFamily = *Costs ? &**Costs : nullptr;
  if (!Kernels && LooksAtLoops && O.StreamsOut.empty())
    return runLoops(O, *D, *Costs, Kernels.takeError());
  if (!Kernels)
    return O.Input.locate(Kernels.takeError());
  if (!O.Kernels.KernelOption.empty())
    return invalid(
        O.Kernels.KernelOption +
        " is of designs of kernels alone; --designs kernel asks for these");
  if (!O.StreamsOut.empty())
    if (Error E = writeJson(O.StreamsOut, toJSON(*Kernels)))
      return E;
  if (O.IsSearch && L.Iterate) {
    if (Kernels->size() > 1)
      return invalid(O.Input.File + ": --iterate is of one kernel, or of a "
                                    "chain: --kernel names it");
    return runSteps(O, L, Kernels->front(), *D, *Costs);
  }
  std::vector<StreamReport> Reports;
  bool Fits = Costs->has_value();
  for (StreamKernel &K : *Kernels) {
    const std::string Note = O.IsSearch ? noteOnSteps(K, L, Loop) : "";
    Expected<StreamReport> R = reportOf(std::move(K), *D, *Costs, O, Note);
    if (!R)
      return R.takeError();
    if (LooksAtLoops && Kernels->size() == 1 && !L.SameBorders)
      lookAtLoops(O, OfFamily, *R);
    Fits &= hasBest(*R);
    if (O.Synthesise) {
      auto Synthesised =
          synthesise(R->Pricing.Kernel, L,
                     bestOf(*R, ArrayRef(R->Designs),
                            R->Best ? &R->Designs[*R->Best] : nullptr, O),
                     *D, *Costs);
      if (!Synthesised)
        return Synthesised.takeError();
      R->Synthesised = std::move(*Synthesised);
    }
    Reports.push_back(std::move(*R));
  }
  if (Error E = write(O, *D, Reports))
    return E;
  if (O.Kernels.Json != "-" && O.StreamsOut != "-" && O.PlotFile != "-")
    for (const StreamReport &R : Reports)
      printStreamReport(R, outs());
  return Fits ? Done : Incomplete;
}

int designsMain(Command C, ArrayRef<const char *> Words) {
  VariantsArguments O;
  O.IsSearch = O.Input.TakesIteration = C == Command::Explore;
  return runCommand(parseArguments(C, Words, optionsOf(O), O.Input), O.Input,
                    [&] { return run(O); });
}

} // namespace

template <> int commandMain<Command::Variants>(ArrayRef<const char *> Words) {
  return designsMain(Command::Variants, Words);
}
template <> int commandMain<Command::Explore>(ArrayRef<const char *> Words) {
  return designsMain(Command::Explore, Words);
}

} // namespace roofline
