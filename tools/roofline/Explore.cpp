// roofline explore, where it is of designs of kernels: the best pragmas and
// attributes. Designs of streams are roofline-cores'.
#include "AnalyzeHls.h"
#include "Command.h"
#include "KernelDesigns.h"
#include "RunCores.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace roofline {
namespace {

struct ExploreArguments {
  KernelInput Input;
  KernelExploration Kernels;
  std::string DeviceName, Designs, Objective = "time";

  /// Whether the words ask for designs of kernels on \p D.
  bool isOfKernels(const Device &D) const {
    const StringRef File = Input.File;
    if (!Designs.empty() || File.ends_with(".summary.json"))
      return Designs != "core";
    return pricesDesigns(D) && Kernels.StreamOption.empty() &&
           Objective == "time" && Input.Texts.Iterate.empty() &&
           !StringRef(Input.Kernel).contains(',') && !File.ends_with(".json");
  }

  /// True where \p D prices designs of kernels.
  static bool pricesDesigns(const Device &D) {
    return D.pricesPipelines() && D.Times && !D.Structures.empty();
  }
};

std::vector<CommandOption> optionsOf(ExploreArguments &O) {
  std::vector<CommandOption> OwnOptions = kernelDesignOptions(O.Kernels);
  append_range(OwnOptions,
               std::vector<CommandOption>{
                   text("device", O.DeviceName),
                   text("designs", O.Designs),
                   text("objective", O.Objective),
                   parsed("clock", parseClock, O.Kernels.Space.Clock),
                   {"utilization", [&O](StringRef Value) {
                      return parseUtilizationLimit(Value,
                                                   O.Kernels.Space.Utilization);
                    }}});
  return OwnOptions;
}

/// Pragmas of a function of C or C++.
Expected<int> ofHls(ExploreArguments &O) {
  if (O.Objective != "time")
    return invalid("--objective: the pragmas of a function of C or C++ are "
                   "searched by time alone");
  Launch Unused;
  if (Error E = O.Input.readLaunch(Unused))
    return E;
  O.Input.noteFoundTop();
  Expected<Device> D = chosenDevice(hlsDevice(O.Input, O.DeviceName));
  if (!D)
    return D.takeError();
  Expected<std::vector<KernelSummary>> Kernels = O.Input.readKernels();
  if (!Kernels)
    return Kernels.takeError();
  HlsRequest Request;
  addProject(O.Input, Request.Options.Vitis);
  if (O.Kernels.Space.Clock)
    Request.Options.Vitis.Clock = *O.Kernels.Space.Clock;
  Request.Options.Utilization = O.Kernels.Space.Utilization;
  Request.Source = O.Input.File;
  Request.Json = O.Kernels.Json;
  Request.Html = O.Kernels.Html;
  return exploreHls(std::move(*Kernels), *D, std::move(Request));
}

} // namespace

template <> int commandMain<Command::Explore>(ArrayRef<const char *> Words) {
  ExploreArguments O;
  O.Input.TakesIteration = true;
  Expected<bool> Parsed = parseArguments(Command::Explore, Words, optionsOf(O),
                                         O.Input, &O.Kernels.StreamOption);
  if (!Parsed || !*Parsed)
    return runCommand(std::move(Parsed), O.Input, nullptr);
  Expected<Device> D =
      chosenDevice(O.DeviceName.empty() ? "de5net" : O.DeviceName);
  auto MakeCores = [&] {
    return runCores(Command::Explore, Words,
                    "; --designs kernel searches pragmas and attributes "
                    "without it");
  };
  if (O.Input.isHls() && O.Designs != "core")
    return runCommand(std::move(Parsed), O.Input, [&] { return ofHls(O); });
  if (D && !O.isOfKernels(*D))
    return MakeCores();
  return runCommand(std::move(Parsed), O.Input, [&]() -> Expected<int> {
    if (!D)
      return D.takeError();
    O.Kernels.IsByTime = O.Objective == "time";
    if (Error E = checkKernelDesigns(O.Input, O.Kernels))
      return E;
    Launch L;
    Expected<std::vector<KernelSummary>> Kernels =
        readKernelsFor(*D, O.Input, L);
    if (!Kernels)
      return Kernels.takeError();
    if (L.Iterate && O.Designs.empty()) // by its launch file
      return MakeCores();
    return exploreKernels(*Kernels, O.Input, L, *D, O.Kernels);
  });
}

} // namespace roofline
