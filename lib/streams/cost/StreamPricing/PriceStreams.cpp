// Device, cost file and shell as one pricing.
#include "roofline/StreamPricing/PriceStreams.h"

#include "roofline/Core/CutStages.h"
#include "roofline/Core/StreamDesignCheck.h"
#include "roofline/Resources/CoveredLanes.h"
#include "roofline/Resources/LogicPath.h"
#include "roofline/Resources/MasterCost.h"
#include "roofline/Steps/StreamBlocks.h"
#include "roofline/Stream/RingSeams.h"
#include "roofline/StreamFiles/CostFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <cassert>

using namespace llvm;

namespace roofline {

/// [byte] of the longest stream of \p K.
static double largestStream(const StreamKernel &K) {
  double Largest = 0;
  auto Add = [&](const Stream &S) {
    Largest =
        std::max(Largest, S.Window.volume() * S.Fields * (S.Type.Bits / 8.0));
  };
  for_each(K.Inputs, Add);
  for_each(K.Outputs, Add);
  return Largest;
}

Expected<std::optional<CostModel>> chosenCosts(StringRef Name, const Device &D,
                                               ArrayRef<std::string> Folders) {
  if (Name.empty() && D.CostTarget.empty())
    return std::nullopt;
  Expected<std::string> Path =
      findCosts(Name.empty() ? D.CostTarget : Name.str(), Folders);
  if (!Path && Name.empty())
    return createStringError("device '" + D.Name +
                             "': " + toString(Path.takeError()));
  if (!Path)
    return Path.takeError();
  Expected<CostModel> Costs = loadCosts(*Path);
  if (!Costs)
    return Costs.takeError();
  return std::move(*Costs);
}

/// The shell of \p D, where a cost file has one.
static Expected<std::optional<ShellCost>>
shellOf(const Device &D, ArrayRef<std::string> Folders) {
  if (D.ShellTarget.empty())
    return std::nullopt;
  Expected<std::string> Path = findCosts(D.ShellTarget, Folders);
  if (!Path)
    return Path.takeError();
  Expected<CostModel> Costs = loadCosts(*Path);
  if (!Costs)
    return Costs.takeError();
  if (!Costs->Shell)
    return createStringError(*Path + ": no shell; device '" + D.Name +
                             "' names it");
  return std::move(Costs->Shell);
}

/// Whether positions are compared with scalar \p Scalar of \p K.
static bool setsBorder(const StreamKernel &K, size_t Scalar) {
  std::vector<bool> HasScalar(K.Nodes.size()), HasPosition(K.Nodes.size());
  for (size_t I = 0; I < K.Nodes.size(); ++I) {
    const DatapathNode &N = K.Nodes[I];
    HasScalar[I] = N.Op == DatapathOp::Argument && N.Value == Scalar;
    HasPosition[I] = N.Op == DatapathOp::Position;
    for (uint32_t Operand : N.Operands) {
      HasScalar[I] = HasScalar[I] || HasScalar[Operand];
      HasPosition[I] = HasPosition[I] || HasPosition[Operand];
    }
    if (facts(N.Op).Types == OperandTypes::Compare && HasScalar[I] &&
        HasPosition[I])
      return true;
  }
  return false;
}

/// Notes the scalars that nothing binds where borders depend on them: what lies
/// beyond is read.
static void addFreeScalars(const StreamKernel &K, StreamPlatform &Platform) {
  for (size_t I = 0; I < K.Scalars.size(); ++I)
    if (const ScalarArgument &S = K.Scalars[I];
        !S.Bits && !bufferElement(S) && S.Name.find('.') == std::string::npos &&
        setsBorder(K, I))
      Platform.Notes.push_back(
          "'" + S.Name +
          "' has no value: a port of the core, and borders that "
          "it sets are read across; --arg " +
          S.Name + "=N binds it");
}

/// The longest path of a pipeline of one lane.
static LogicPath pipelinePath(const StreamKernel &K, const CostModel &Costs,
                              CoveredLanes &Lanes) {
  return logicPath(Costs, K, laidOutFor(Costs, {}), Lanes);
}

std::optional<Hertz> pipelineClock(const StreamKernel &K,
                                   const CostModel &Costs,
                                   CoveredLanes &Lanes) {
  if (whyNotBuildable(K, StreamDesign()))
    return std::nullopt;
  const LogicPath Path = pipelinePath(K, Costs, Lanes);
  return Path.Unknowns.empty()
             ? std::optional(clockRange(Costs.Routing.value_or(RoutingShare()),
                                        Path.Delay)
                                 .Typical)
             : std::nullopt;
}

uint32_t stageBitsFor(const StreamKernel &K, const CostModel &Costs,
                      Hertz Clock, CoveredLanes &Lanes) {
  if (K.StageBits > 0 || whyNotBuildable(K, StreamDesign()))
    return K.StageBits;
  const double Share = Costs.Routing.value_or(RoutingShare()).Typical;
  const double Needed = 1e12 / Clock.value() / (1 + Share); // [ps]
  const LogicPath Whole = pipelinePath(K, Costs, Lanes);
  if (!Whole.Unknowns.empty() || Whole.Delay <= Needed)
    return 0;
  constexpr double Alike = 1.02; // more stages for less than that are no gain
  uint32_t Best = 0;
  double Least = Whole.Delay;
  for (uint32_t Bits : {64, 32, 24, 16, 12, 8}) {
    const LogicPath Cut = pipelinePath(cutStages(K, Bits), Costs, Lanes);
    if (!Cut.Unknowns.empty())
      continue;
    if (Cut.Delay * Alike < Least) {
      Least = Cut.Delay;
      Best = Bits;
    }
    if (Cut.Delay <= Needed)
      return Bits;
  }
  return Best;
}

/// Cuts \p K for the clock or the stages that \p Request asks for. Returns the
/// work before, which is the same however it is cut; nothing where \p K stays.
static std::optional<StreamWork> cutFor(StreamKernel &K, const CostModel &Costs,
                                        const PlatformRequest &Request,
                                        std::vector<std::string> &Notes) {
  const bool IsChosenHere = !Request.StageBits && Request.Clock;
  const uint32_t Bits =
      IsChosenHere ? stageBitsFor(K, Costs, *Request.Clock, *Request.Lanes)
                   : Request.StageBits.value_or(0);
  if (Bits == 0 || Bits == K.StageBits)
    return std::nullopt;
  if (IsChosenHere) // the path is known, and covered already
    Notes.push_back(
        formatv("the operators of f/{0} are cut for stages of {0} bits; those "
                "of f take {1:f2} ns",
                Bits, pipelinePath(K, Costs, *Request.Lanes).Delay * 1e-3));
  const StreamWork Work = streamWork(K, scheduleDatapath(K, ElementForm::Pipe));
  K = cutStages(K, Bits);
  return Work;
}

/// The longest path of a pipeline, and what it and routing make of the clock.
static std::string noteOnClock(const LogicPath &Path,
                               const StreamPlatform &Platform) {
  if (!Path.Unknowns.empty())
    return "the longest path of map-pipe is not known: no delay of " +
           Path.Unknowns.front() +
           (Path.Unknowns.size() > 1 ? " and others" : "");
  const SourceLocation &Loc = Path.Loc;
  std::string Text = formatv(
      "the longest path of map-pipe through cells takes {0:f2} ns ({1}{2})",
      Path.Delay * 1e-3, Path.Through,
      Loc ? formatv(" at {0}:{1}", Loc.Line, Loc.Column).str() : "");
  const ClockRange Range =
      clockRange(Platform.Routing.value_or(RoutingShare()), Path.Delay);
  auto MHz = [](Hertz Clock) { return Clock.value() * 1e-6; };
  if (Platform.Routing)
    Text += formatv("; with routing, a clock of {0:f0} to {1:f0} MHz",
                    MHz(Range.Low), MHz(Range.High));
  else
    Text += formatv(": {0:f0} MHz, less what routing takes", MHz(Range.High));
  if (Platform.IsNominal) // and the prices follow the path
    return Text;
  if (Platform.Clock.value() * Path.Delay > 1e12)
    Text += formatv("; {0:f0} MHz cannot be reached", MHz(Platform.Clock));
  else if (Platform.Clock > Range.High)
    Text += formatv("; {0:f0} MHz are above it", MHz(Platform.Clock));
  else if (Platform.Clock > Range.Typical)
    Text += formatv("; typical routing reaches {0:f1} of {1:f1} MHz",
                    MHz(Range.Typical), MHz(Platform.Clock));
  return Text;
}

Expected<StreamPricing> pricingOn(StreamKernel K, const Device &D,
                                  const std::optional<CostModel> &Costs,
                                  PlatformRequest Request,
                                  ArrayRef<std::string> Folders,
                                  const std::optional<MemoryMasters> &Masters,
                                  PricedForms Forms) {
  assert((!Forms.OnDemand || !Masters) && "delay lines alone have no masters");
  StreamPlatform Platform;
  Expected<std::optional<ShellCost>> Shell = shellOf(D, Folders);
  if (!Shell)
    return Shell.takeError();
  Request.TransferBytes = largestStream(K);
  Request.Streams = uint32_t(K.Inputs.size());
  Request.Shell = *Shell ? &**Shell : nullptr;
  if (std::optional<std::string> Why = streamPlatform(D, Request, Platform))
    return createStringError(*Why);
  addFreeScalars(K, Platform);
  std::optional<StreamWork> Work;
  if (Costs)
    Work = cutFor(K, *Costs, Request, Platform.Notes);
  CoreResources Resources;
  CoreDelay Delays;
  bool PathIsKnown = false;
  if (Costs) {
    Resources = resourcesFrom(*Costs, K, Platform, Request.Lanes);
    Platform.Routing = Costs->Routing;
    if (Platform.IsNominal) // one that was asked for stays
      Delays = delaysFrom(*Costs, Request.Lanes);
    if (!whyNotBuildable(K, StreamDesign())) {
      const LogicPath Path = pipelinePath(K, *Costs, *Request.Lanes);
      Platform.Notes.push_back(noteOnClock(Path, Platform));
      PathIsKnown = Path.Unknowns.empty();
    }
  }
  if (Platform.IsNominal && !PathIsKnown)
    Platform.Notes.push_back("device '" + D.Name +
                             "': its nominal clock stands for that of a "
                             "design; --clock gives another");
  if (Costs && Masters)
    Resources = [Core = std::move(Resources), &Costs,
                 Masters](const StreamKernel &Kernel, const StreamDesign &D) {
      std::optional<FabricResources> Need = Core(Kernel, D);
      MasterPrediction Around =
          predictMasters(*Costs, Kernel, D, chooseBus(*Masters, Kernel, D));
      return Need && Around.Unknowns.empty()
                 ? std::optional(*Need + Around.Need)
                 : std::nullopt;
    };
  Forms.OnDemand = Forms.OnDemand && Costs;
  StreamPricing P =
      makePricing(std::move(K), std::move(Platform), Resources, Delays, Forms,
                  Costs ? delayLinesFrom(*Costs) : nullptr);
  if (Work)
    P.Work = *Work;
  return P;
}

/// Prices passes of 2 and 3 steps.
static Error priceChain(const StencilPricing &P, bool MayStop, PassChain &C,
                        const StreamKernel &K, const Device &D,
                        const std::optional<CostModel> &Costs,
                        const PlatformRequest &Request,
                        ArrayRef<std::string> Folders,
                        const PricedForms &Forms) {
  for (uint32_t T : {2u, 3u}) {
    StreamDesign Design;
    Design.Steps = T;
    Design.Block = P.Block;
    StencilPass Pass;
    if (std::optional<ChainError> Problem =
            passOf(K, P.Loop, Design, MayStop, Pass))
      return createStringError(placePrefix(Problem->Loc) + Problem->Message);
    Expected<StreamPricing> Priced =
        pricingOn(std::move(Pass.Kernel), D, Costs, Request, Folders,
                  std::nullopt, Forms);
    if (!Priced)
      return Priced.takeError();
    (T == 2 ? C.Two : C.Three) = std::move(*Priced);
  }
  return Error::success();
}

Expected<StencilPricing> blockPricingOn(const StencilPricing &Whole,
                                        const StreamKernel &K,
                                        const BlockSize &Block, const Device &D,
                                        const std::optional<CostModel> &Costs,
                                        const PlatformRequest &Request,
                                        ArrayRef<std::string> Folders) {
  StencilPricing P = Whole;
  P.Block = Block;
  StepState State;
  if (std::optional<ChainError> Problem = stateOf(K, P.Loop, State))
    return createStringError(placePrefix(Problem->Loc) + Problem->Message);
  P.Reach = reachOf(State.Step);
  PricedForms Pipes = {ElementForm::Pipe, 1, P.MostVector, P.MostLanes};
  Pipes.OnDemand = true;
  // Whether a block may stop changes little; each size is priced once.
  if (Error E = priceChain(P, P.MayStop, P.Stopping, K, D, Costs, Request,
                           Folders, Pipes))
    return E;
  P.Whole = P.Stopping;
  return std::move(P);
}

Expected<StencilPricing>
stencilPricingOn(const StreamKernel &K, const Iteration &I, const Device &D,
                 const std::optional<CostModel> &Costs, PlatformRequest Request,
                 ArrayRef<std::string> Folders, PricedForms Forms) {
  Forms.OnDemand = true;
  Expected<StreamPricing> One = pricingOn(withRingSeams(K), D, Costs, Request,
                                          Folders, std::nullopt, Forms);
  if (!One)
    return One.takeError();
  Request.StageBits = One->Kernel.StageBits; // of passes as of a step
  StepState State;
  if (std::optional<ChainError> Problem = stateOf(K, I, State))
    return createStringError(placePrefix(Problem->Loc) + Problem->Message);
  StencilPricing P = {I, std::move(*One), {}, {}, {}, {}, State.MayStop, 1};
  P.MostLanes = Forms.MostLanes;
  P.MostVector = Forms.MostVector;
  if (Error E =
          priceChain(P, false, P.Whole, K, D, Costs, Request, Folders, Forms))
    return E;
  P.Stopping = P.Whole;
  if (P.MayStop)
    if (Error E = priceChain(P, true, P.Stopping, K, D, Costs, Request, Folders,
                             Forms))
      return E;
  return std::move(P);
}

} // namespace roofline
