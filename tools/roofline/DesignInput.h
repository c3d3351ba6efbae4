// The options by which subcommands take a space of stream designs and a device.
#ifndef ROOFLINE_TOOLS_DESIGNINPUT_H
#define ROOFLINE_TOOLS_DESIGNINPUT_H

#include "KernelInput.h"

#include "roofline/Explore/StencilSearch.h"
#include "roofline/Page/ReportPage.h"
#include "roofline/Pricing/PriceStreams.h"

namespace roofline {

struct DesignInput {
  std::string Device = "de5net", Costs;
  PlatformRequest Request;
  StreamSpace Space;
};

/// The entries of help for designOptions() of streams and of kernels.
#define ROOFLINE_DEVICE_HELP                                                   \
  R"(  --launches N             launches that share what forms B and C transfer once
                           (default 1)
on what:
  --device NAME|FILE       device file (default de5net); see roofline devices
  --costs TARGET|FILE      resources of what a design is made of: a cost file, by
                           roofline calibrate (default: the device's, if any)
  --clock MHZ              clock of the designs, instead of the device's
  --peaks measured|theoretical   whose bandwidths (default measured)
  --utilization F          part of each resource that may be in use (default 0.8)
the space:
  --max-lanes N            lanes (default 256)
  --max-vector N           positions that a lane takes a cycle (default 64)
  --form pipe|comb|seq     designs of this form alone
  --pad                    also lanes that need padding to divide the space
)"

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

/// Writes the page of \p Report, which is the JSON of \p K, to \p Path, if that
/// is not empty.
llvm::Error writeDesignPage(const std::string &Path, DesignPage::Kind K,
                            const std::string &Input, llvm::json::Value Report);

} // namespace roofline

#endif
