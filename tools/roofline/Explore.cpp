// roofline explore, where it is of designs of kernels: the best pragmas and
// attributes. Designs of streams are roofline-cores'.
#include "Command.h"
#include "KernelDesigns.h"
#include "RunCores.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace roofline {
namespace {

struct Options {
  KernelInput Input;
  KernelExploration Kernels;
  std::string Device = "de5net", Designs, Objective = "time";

  /// Whether the words ask for designs of kernels.
  bool isOfKernels() const {
    return Designs == "kernel" ||
           (Designs.empty() &&
            StringRef(Input.File).ends_with(".summary.json"));
  }
};

std::vector<CommandOption> optionsOf(Options &O) {
  std::vector<CommandOption> OwnOptions = kernelDesignOptions(O.Kernels);
  append_range(OwnOptions,
               std::vector<CommandOption>{
                   text("device", O.Device),
                   text("designs", O.Designs),
                   text("objective", O.Objective),
                   parsed("clock", parseClock, O.Kernels.Space.Clock),
                   {"utilization", [&O](StringRef Value) {
                      return parseUtilizationLimit(Value,
                                                   O.Kernels.Space.Utilization);
                    }}});
  return OwnOptions;
}

} // namespace

template <> int commandMain<Command::Explore>(ArrayRef<const char *> Words) {
  Options O;
  O.Input.TakesIteration = true;
  Expected<bool> Parsed = parseArguments(Command::Explore, Words, optionsOf(O),
                                         O.Input, &O.Kernels.StreamOption);
  if (Parsed && *Parsed && !O.isOfKernels())
    return runCores(Command::Explore, Words,
                    "; --designs kernel searches pragmas and attributes "
                    "without it");
  return runCommand(std::move(Parsed), O.Input, [&]() -> Expected<int> {
    O.Kernels.IsByTime = O.Objective == "time";
    if (Error E = checkKernelDesigns(O.Input, O.Kernels))
      return E;
    Expected<Device> D = chosenDevice(O.Device);
    if (!D)
      return D.takeError();
    Launch L;
    Expected<std::vector<KernelSummary>> Kernels =
        readKernelsFor(*D, O.Input, L);
    if (!Kernels)
      return Kernels.takeError();
    return exploreKernels(*Kernels, O.Input, L, *D, O.Kernels);
  });
}

} // namespace roofline
