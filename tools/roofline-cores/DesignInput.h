// The options by which subcommands take a space of stream designs and a device.
#ifndef ROOFLINE_TOOLS_DESIGNINPUT_H
#define ROOFLINE_TOOLS_DESIGNINPUT_H

#include "DesignPage.h"
#include "KernelDesigns.h"
#include "KernelInput.h"

#include "roofline/StreamPricing/PriceStreams.h"
#include "roofline/StreamSearch/StencilSearch.h"

namespace roofline {

struct DesignInput {
  std::string Device = "de5net", Costs;
  PlatformRequest Request;
  StreamSpace Space;

  /// Request, which cuts operators of pipelines alone.
  PlatformRequest request() const {
    PlatformRequest Result = Request;
    if (Space.Form.value_or(ElementForm::Pipe) != ElementForm::Pipe)
      Result.StageBits = 0;
    return Result;
  }
};

/// The options of \p O.
std::vector<CommandOption> designOptions(DesignInput &O);

/// --max-steps: of a pass.
CommandOption maxStepsOption(uint32_t &To);

/// The designs of \p K, one of the steps of \p I, on \p D.
llvm::Expected<StencilReport>
stepsReport(const Iteration &I, const StreamKernel &K, const Device &D,
            const std::optional<CostModel> &Costs, const DesignInput &O,
            uint32_t MaxSteps);

/// --temporary: buffers of a chain that nobody needs afterwards.
CommandOption temporaryOption(KernelInput &Input);

} // namespace roofline

#endif
