// roofline emit verilog: a variant of a kernel as a core.
#include "Command.h"
#include "CoreInput.h"
#include "DesignInput.h"
#include "LoopInput.h"
#include "StreamInput.h"

#include "roofline/Core/StreamSchedule.h"
#include "roofline/Loops/LoopPorts.h"
#include "roofline/Recognition/StreamRecognition.h"
#include "roofline/Resources/CoveredLanes.h"
#include "roofline/Stream/StreamChain.h"
#include "roofline/StreamPricing/PriceStreams.h"
#include "roofline/StreamSearch/StreamSearch.h"
#include "roofline/Tytra17/LoopCost.h"
#include "roofline/Verify/CoreFolder.h"
#include "roofline/Verify/LargeLaunch.h"
#include "roofline/Verify/LoopFolder.h"

#include "llvm/Analysis/CFG.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace roofline {
namespace {

struct EmitArguments {
  CoreInput Core;
  std::string Output, Testbench = "auto";
  bool HasVariant = false; ///< Core.Variant was asked for
  uint64_t Seed = 1;
  std::string Device, Costs;
  PlatformRequest Request;
};

/// The device that is asked for, else one of xc7 alone.
Expected<Device> deviceOf(const EmitArguments &O) {
  Device Reference;
  Reference.Name = Reference.CostTarget = "xc7";
  return O.Device.empty() ? std::move(Reference) : chosenDevice(O.Device);
}

/// Lays the core out for device \p D, and predicts its resources. An error
/// where they are too many for the device that is asked for.
Error price(const EmitArguments &O, const Device &D,
            const std::optional<CostModel> &Costs, CoreOrigin &Origin) {
  if (Costs) {
    Origin.Design = laidOutFor(*Costs, Origin.Design);
    Origin.Cost = costOf(*Costs, Origin);
  }
  if (O.Device.empty())
    return Error::success();
  if (Origin.Network)
    return invalid("--device: whether a design fits is unknown: tiles have no "
                   "measured cost");
  Expected<StreamPricing> P =
      pricingOn(Origin.K, D, Costs, O.Request, driverFolders(), Origin.Masters);
  if (!P)
    return P.takeError();
  if (std::optional<std::string> Why = whyTooLarge(*P, Origin.Design))
    return invalid(*Why);
  return Error::success();
}

/// A core of loops with memories takes no design of streams: whoever asks for
/// one gets its refusal.
bool mayBeLoops(const EmitArguments &O) {
  return (!O.HasVariant || O.Core.Variant == "loops") &&
         O.Core.Memory == CoreInput().Memory && !O.Core.Clock &&
         O.Core.Input.Temporaries.empty();
}

/// An error where loops are too large for the device that is asked for.
Error checkFit(const EmitArguments &O, const Device &D, const LoopCore &Core) {
  if (O.Device.empty())
    return Error::success();
  StreamPlatform Platform;
  if (std::optional<std::string> Why = streamPlatform(D, O.Request, Platform))
    return invalid(*Why);
  if (std::optional<std::string> Why = whyTooLarge(Platform, Core.Cost))
    return invalid(*Why);
  return Error::success();
}

/// Emits the kernel, which is no map over streams, as loops with memories;
/// where it is neither, both reasons are told.
Expected<int> emitLoopCore(EmitArguments &O, const Module &M, const Device &D,
                           const std::optional<CostModel> &Costs,
                           Error NoStreams) {
  Launch L;
  if (Error E = O.Core.Input.readLaunch(L))
    return joinErrors(std::move(NoStreams), std::move(E));
  Expected<std::string> Kernel = onlyKernel(O.Core.Input, M, L);
  if (!Kernel) {
    consumeError(std::move(NoStreams));
    return Kernel.takeError();
  }
  if (L.Iterate || L.SameBorders || !L.Maxima.empty() ||
      kernelsOfChain(*Kernel).size() != 1)
    return std::move(NoStreams);
  if (Error E = joinErrors(checkArguments(M, *Kernel, L),
                           checkGroups(M, *Kernel, L))) {
    consumeError(std::move(NoStreams));
    return std::move(E);
  }
  Expected<LoopCore> Core =
      makeLoopCore(M, *Kernel, L, O.Seed,
                   {O.Core.Name, rtlFolder(), Costs ? &*Costs : nullptr});
  if (!Core) {
    const std::string Why = toString(std::move(NoStreams));
    if (O.Core.Variant == "loops") // streams were not asked for
      return Core.takeError();
    return refusedAsBoth(Why, Core.takeError());
  }
  consumeError(std::move(NoStreams));
  if (Error E = checkFit(O, D, *Core))
    return E;
  if (Error E = writeFolder(O.Output, Core->Files))
    return E;
  for (uint32_t M : Core->K.Cleared)
    errs()
        << "roofline: note: " << placePrefix(Core->K.Memories[M].Loc) << "'"
        << Core->K.Memories[M].Name
        << "' is read before it is written: the core sets it to 0 at first\n";
  outs() << formatv(
      "{0}: core {1}, loops with memories, cycles {2} a launch{3}\n", O.Output,
      Core->Name, Core->Cycles,
      isTimedByData(Core->K) ? " of random data: other data take others" : "");
  return Done;
}

/// Emits loops with memories, without a look at streams.
Expected<int> emitAsLoops(EmitArguments &O, const Device &D,
                          const std::optional<CostModel> &Costs) {
  if (!mayBeLoops(O))
    return invalid(
        "--variant loops takes no --memory, --clock and --temporary");
  LLVMContext Context;
  Expected<std::unique_ptr<Module>> M = O.Core.Input.readModule(Context);
  if (!M)
    return M.takeError();
  return emitLoopCore(
      O, **M, D, Costs,
      invalid("--variant loops takes one kernel, no --iterate and no --max"));
}

/// A core of streams with fewer LUTs is taken without a look at loops.
constexpr double FewLuts = 4096;
/// More ports than a system has masters are no core that anybody connects.
constexpr size_t MostPorts = 64;

size_t numPorts(const StreamKernel &K) {
  return portsOf(K.Inputs).size() + portsOf(K.Outputs).size() +
         K.Scalars.size();
}

bool hasLoop(const Function &F) {
  SmallVector<std::pair<const BasicBlock *, const BasicBlock *>> Backedges;
  if (!F.isDeclaration())
    FindFunctionBackedges(F, Backedges);
  return !Backedges.empty();
}

/// Why the kernel is rather emitted as loops than as \p Origin; nothing where
/// streams are as good. The measure is LUTs times cycles.
std::optional<std::string> whyLoops(const Module &M, const CostModel &Costs,
                                    const CoreOrigin &Origin) {
  const size_t Ports = numPorts(Origin.K);
  const auto &Need = Origin.Cost ? Origin.Cost->Need : std::nullopt;
  // Without loops and neighbours both are the same pipeline.
  const bool IsStraight = !hasOffsets(Origin.K) && none_of(M, hasLoop);
  if (Ports <= MostPorts && (!Need || Need->Luts < FewLuts || IsStraight))
    return std::nullopt;
  const auto Loops =
      expectedToOptional(priceLoopCore(M, Origin.K.Name, Origin.L, &Costs));
  if (!Loops || !Loops->Core.Cost.Need)
    return std::nullopt;
  const double Luts = Loops->Core.Cost.Need->Luts;
  const std::string Own = formatv(
      "as loops it takes {0:F0} LUTs and {1} cycles", Luts, Loops->Cycles);
  if (Ports > MostPorts)
    return formatv("{0}; as streams it has {1} ports", Own, Ports).str();
  const int64_t Cycles = launchCycles(Origin.K, Origin.Design);
  if (Luts * double(Loops->Cycles) >= Need->Luts * double(Cycles))
    return std::nullopt;
  return formatv("{0}; as streams {1:F0} and {2}", Own, Need->Luts, Cycles)
      .str();
}

/// Says \p Why loops are emitted, and returns that as an error.
Error noteLoops(const std::string &Why) {
  errs() << "roofline: note: " << Why
         << "; --variant 'map-pipe f' asks for streams\n";
  return invalid(Why);
}

std::vector<CommandOption> optionsOf(EmitArguments &O) {
  std::vector<CommandOption> OwnOptions = masterOptions(O.Core);
  append_range(OwnOptions,
               std::vector<CommandOption>{
                   {"variant",
                    [&O](StringRef Value) -> Error {
                      O.Core.Variant = Value;
                      O.HasVariant = true;
                      return Error::success();
                    }},
                   nameOption(O.Core),
                   text("o", O.Output),
                   {"seed",
                    [&O](StringRef Value) -> Error {
                      if (Value.getAsInteger(10, O.Seed))
                        return invalid("--seed '" + Value +
                                       "': a whole number is expected");
                      return Error::success();
                    }},
                   temporaryOption(O.Core.Input),
                   {"testbench",
                    [&O](StringRef Value) -> Error {
                      O.Testbench = Value;
                      if (Value != "always" && Value != "auto")
                        return invalid("--testbench '" + Value +
                                       "': auto and always are there");
                      return Error::success();
                    }},
                   parsed("clock", parseClock, O.Core.Clock),
                   text("device", O.Device),
                   text("costs", O.Costs),
                   {"utilization",
                    [&O](StringRef Value) {
                      return parseUtilizationLimit(Value,
                                                   O.Request.Utilization);
                    }},
                   {"launches", [&O](StringRef Value) {
                      return parseLaunches(Value, O.Request.Launches);
                    }}});
  return OwnOptions;
}

Expected<int> run(EmitArguments &O) {
  if (O.Output.empty())
    return invalid("-o DIR is missing");
  if (Error E = checkNewFolder(O.Output, "core"))
    return std::move(E);
  Expected<Device> D = deviceOf(O);
  if (!D)
    return D.takeError();
  Expected<std::optional<CostModel>> Costs =
      chosenCosts(O.Costs, *D, driverFolders());
  if (!Costs)
    return Costs.takeError();
  if (O.HasVariant && O.Core.Variant == "loops")
    return emitAsLoops(O, *D, *Costs);
  LLVMContext Context;
  std::unique_ptr<Module> M;
  Expected<CoreOrigin> Origin =
      readCore(O.Core, Context, M, *Costs ? &**Costs : nullptr);
  if (!Origin)
    return M && mayBeLoops(O)
               ? emitLoopCore(O, *M, *D, *Costs, Origin.takeError())
               : Origin.takeError();
  const bool ComparesLoops = !O.HasVariant && mayBeLoops(O) && *Costs &&
                             !Origin->L.Iterate && Origin->L.Maxima.empty() &&
                             kernelsOfChain(Origin->K.Name).size() == 1;
  auto AsLoops = [&](Error NoStreams) {
    return emitLoopCore(O, *M, *D, *Costs, std::move(NoStreams));
  };
  // Nothing where loops are no better, or cannot be built after all.
  auto IfBetter = [&]() -> std::optional<int> {
    const auto Why = whyLoops(*M, **Costs, *Origin);
    if (!Why)
      return std::nullopt;
    Expected<int> Code = AsLoops(noteLoops(*Why));
    if (Code)
      return *Code;
    errs() << "roofline: note: streams after all: "
           << toString(Code.takeError()) << '\n';
    return std::nullopt;
  };
  // A thousand ports have no price in time.
  if (ComparesLoops && numPorts(Origin->K) > MostPorts)
    if (const std::optional<int> Code = IfBetter())
      return *Code;
  if (Error E = price(O, *D, *Costs, *Origin))
    return ComparesLoops ? AsLoops(std::move(E)) : Expected<int>(std::move(E));
  if (ComparesLoops)
    if (const std::optional<int> Code = IfBetter())
      return *Code;
  // The testbench of sizes at run time has small ones.
  const bool WithTestbench = O.Testbench == "always" ||
                             !Origin->K.Sizes.empty() ||
                             !isLargeLaunch(Origin->K);
  Expected<VerilogCore> Core =
      makeCore(*M, *Origin, O.Seed, rtlFolder(), WithTestbench);
  if (!Core)
    return Core.takeError();
  if (Error E = writeFolder(O.Output, Core->Files))
    return E;
  outs() << formatv(
      "{0}: core {1}, {2}, {3} cycles {4}\n", O.Output, Core->Name,
      Origin->Variant, Core->Cycles,
      doesAllPasses(*Origin)
          ? formatv("for {0} steps", Origin->L.Iterate->Steps).str()
          : std::string("a launch"));
  if (std::optional<std::string> Why = whyNotCompared(Origin->K);
      Why && !WithTestbench) {
    errs() << "roofline: not compared with the original: " << *Why << '\n';
    return Incomplete;
  }
  return Done;
}

} // namespace

template <>
int commandMain<Command::EmitVerilog>(ArrayRef<const char *> Words) {
  EmitArguments O;
  O.Core.Input.TakesIteration = O.Core.Input.TakesMaxima = true;
  return runCommand(
      parseArguments(Command::EmitVerilog, Words, optionsOf(O), O.Core.Input),
      O.Core.Input, [&] { return run(O); });
}

} // namespace roofline
