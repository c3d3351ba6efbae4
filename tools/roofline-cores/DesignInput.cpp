// The options by which subcommands take a space of stream designs and a device.
#include "DesignInput.h"

#include "Command.h"
#include "StreamInput.h"

#include "roofline/Steps/LowerVariant.h"
#include "roofline/Stream/StreamChain.h"

#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace roofline {

CommandOption temporaryOption(KernelInput &Input) {
  return {"temporary", [&Input](StringRef Value) {
            Input.Temporaries = kernelsOfChain(Value.str());
            return Error::success();
          }};
}

std::vector<CommandOption> designOptions(DesignInput &O) {
  return {text("device", O.Device),
          text("costs", O.Costs),
          parsed("clock", parseClock, O.Request.Clock),
          parsed("peaks", parsePeaks, O.Request.PeakKind),
          {"launches",
           [&O](StringRef Value) {
             return parseLaunches(Value, O.Request.Launches);
           }},
          {"utilization",
           [&O](StringRef Value) {
             return parseUtilizationLimit(Value, O.Request.Utilization);
           }},
          count("max-lanes", O.Space.MaxLanes),
          count("max-vector", O.Space.MaxVector),
          choice<ElementForm>("form",
                              {{"pipe", ElementForm::Pipe},
                               {"comb", ElementForm::Comb},
                               {"seq", ElementForm::Seq}},
                              O.Space.Form),
          flag("pad", O.Space.Padded)};
}

static Expected<uint32_t> parseMaxSteps(StringRef Value) {
  uint32_t Steps;
  if (Error E = parseCount(Value, "--max-steps", Steps))
    return E;
  if (Steps > MaxStages)
    return invalid("--max-steps '" + Value + "': " + Twine(MaxStages) +
                   " at most");
  return Steps;
}

CommandOption maxStepsOption(uint32_t &To) {
  return parsed("max-steps", parseMaxSteps, To);
}

Expected<StencilReport> stepsReport(const Iteration &I, const StreamKernel &K,
                                    const Device &D,
                                    const std::optional<CostModel> &Costs,
                                    const DesignInput &O, uint32_t MaxSteps) {
  const std::vector<std::string> Folders = driverFolders();
  Expected<StencilPricing> P =
      stencilPricingOn(K, I, D, Costs, O.request(), Folders,
                       {O.Space.Form, 1, O.Space.MaxVector, O.Space.MaxLanes});
  if (!P)
    return P.takeError();
  PlatformRequest Request = O.Request;
  Request.StageBits = P->One.Kernel.StageBits;
  auto Exactly = [&](const StreamDesign &Design,
                     int64_t Positions) -> std::optional<StreamPrice> {
    StencilPass Pass;
    if (passOf(Design.isBlocked() ? K : padded(K, Positions), I, Design,
               I.Steps % Design.Steps != 0, Pass))
      return std::nullopt;
    if (Expected<StreamPricing> Own = pricingOn(
            std::move(Pass.Kernel), D, Costs, Request, Folders, std::nullopt,
            {Design.Form, Design.Vector, Design.Vector, Design.Lanes}))
      return price(*Own, Design);
    else
      consumeError(Own.takeError());
    return std::nullopt;
  };
  auto Blocks = [&](const StencilPricing &Whole,
                    const BlockSize &Size) -> std::optional<StencilPricing> {
    Expected<StencilPricing> Of =
        blockPricingOn(Whole, K, Size, D, Costs, Request, Folders);
    if (Of)
      return std::move(*Of);
    consumeError(Of.takeError());
    return std::nullopt;
  };
  StencilSpace Space = {O.Space, MaxSteps};
  return exploreSteps(std::move(*P), Space, Exactly, Blocks);
}

} // namespace roofline
