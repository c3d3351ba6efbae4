// roofline emit system: a core with registers, drivers, and a board.
#include "Command.h"
#include "CoreInput.h"
#include "DesignInput.h"
#include "LoopInput.h"

#include "roofline/Resources/LogicPath.h"
#include "roofline/Resources/NetlistPrice.h"
#include "roofline/Soc/EmitSystem.h"
#include "roofline/StreamFiles/CostFile.h"
#include "roofline/Verify/LargeLaunch.h"
#include "roofline/Verify/LoopFolder.h"

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace roofline {
namespace {

struct EmitSystemArguments {
  CoreInput Core;
  std::string Output;
  bool HasVariant = false; ///< Core.Variant was asked for
  SystemOptions System;
};

std::vector<CommandOption> optionsOf(EmitSystemArguments &O) {
  std::vector<CommandOption> OwnOptions = masterOptions(O.Core);
  erase_if(OwnOptions,
           [](const CommandOption &C) { return C.Name == "memory"; });
  append_range(OwnOptions,
               std::vector<CommandOption>{
                   {"variant",
                    [&O](StringRef Value) -> Error {
                      O.Core.Variant = Value;
                      O.HasVariant = true;
                      return Error::success();
                    }},
                   text("o", O.Output),
                   temporaryOption(O.Core.Input),
                   nameOption(O.Core),
                   {"seed",
                    [&O](StringRef Value) -> Error {
                      if (Value.getAsInteger(10, O.System.Seed))
                        return invalid("--seed '" + Value +
                                       "': a whole number is expected");
                      return Error::success();
                    }},
                   choice<SystemBoard>("board",
                                       {{"none", SystemBoard::None},
                                        {"ulx3s", SystemBoard::Ulx3s},
                                        {"icebreaker", SystemBoard::Icebreaker},
                                        {"de10-nano", SystemBoard::De10Nano}},
                                       O.System.Board),
                   parsed("clock", parseClock, O.System.Clock)});
  return OwnOptions;
}

Expected<CostModel> costsOf(StringRef Family) {
  Expected<std::string> Path = findCosts(Family, driverFolders());
  if (!Path)
    return Path.takeError();
  return loadCosts(*Path);
}

/// The typical clock of the core with its masters; nothing where a delay is not
/// known.
std::optional<Hertz> predictClock(const CostModel &Costs,
                                  const CoreOrigin &Origin) {
  const LogicPath Of = pathOf(Costs, Origin);
  if (!Of.Unknowns.empty() || !Costs.Routing)
    return std::nullopt;
  return clockRange(*Costs.Routing, Of.Delay).Typical;
}

/// The typical clock of \p Core with its masters.
std::optional<Hertz> predictClock(const CostModel &Costs,
                                  const LoopCore &Core) {
  const LogicPath Of = priceNetlist(Costs, Core.Words).Path;
  if (!Of.Unknowns.empty() || !Costs.Routing)
    return std::nullopt;
  return clockRange(*Costs.Routing, Of.Delay).Typical;
}

/// Says what is written, and how it is simulated.
Error writeSystem(const EmitSystemArguments &O,
                  const std::vector<TextFile> &Files, StringRef Kernel,
                  StringRef Variant) {
  if (Error E = writeFolder(O.Output, Files))
    return E;
  const bool HasCheck =
      any_of(Files, [](const TextFile &F) { return F.Name == "host/check.c"; });
  outs() << formatv("{0}: system of {1}, {2}; {3}\n", O.Output, Kernel, Variant,
                    HasCheck ? "make -C " + O.Output + " check simulates it"
                             : "too large to simulate");
  return Error::success();
}

/// The families of clocks in SystemOptions.
struct FamilyCosts {
  const CostModel &Series7, &CycloneV, &Ecp5;
};

/// The system of a kernel as loops with memories.
Expected<int> emitLoops(EmitSystemArguments &O, const Module &M,
                        const FamilyCosts &Costs) {
  Launch L;
  Expected<std::string> Kernel = loopKernel(O.Core.Input, M, L);
  if (!Kernel)
    return Kernel.takeError();
  Expected<LoopCore> Core =
      makeLoopCore(M, *Kernel, L, O.System.Seed,
                   {O.Core.Name, O.System.RtlFolder, &Costs.Series7});
  if (!Core)
    return Core.takeError();
  O.System.Series7Clock = predictClock(Costs.Series7, *Core);
  O.System.CycloneVClock = predictClock(Costs.CycloneV, *Core);
  O.System.Ecp5Clock = predictClock(Costs.Ecp5, *Core);
  Expected<std::vector<TextFile>> Files =
      emitLoopSystem(std::move(*Core), O.Core.Masters, O.System);
  if (!Files)
    return Files.takeError();
  if (Error E = writeSystem(O, *Files, *Kernel, LoopsVariant))
    return std::move(E);
  return Done;
}

/// The same where loops are asked for.
Expected<int> emitAsLoops(EmitSystemArguments &O, const FamilyCosts &Costs) {
  LLVMContext Context;
  Expected<std::unique_ptr<Module>> M = O.Core.Input.readModule(Context);
  if (!M)
    return M.takeError();
  return emitLoops(O, **M, Costs);
}

/// Where the kernel is no map over streams, by \p NoStreams.
Expected<int> emitInstead(EmitSystemArguments &O, const Module &M,
                          const FamilyCosts &Costs, Error NoStreams) {
  const std::string Why = toString(std::move(NoStreams));
  Expected<int> Code = emitLoops(O, M, Costs);
  if (Code)
    return Code;
  return refusedAsBoth(Why, Code.takeError());
}

Expected<int> run(EmitSystemArguments &O) {
  if (O.Output.empty())
    return invalid("-o DIR is missing");
  if (Error E = checkNewFolder(O.Output, "system"))
    return std::move(E);
  LLVMContext Context;
  std::unique_ptr<Module> M;
  O.Core.Memory = "axi4";
  Expected<CostModel> Series7 = costsOf("xc7"), CycloneV = costsOf("cyclonev"),
                      Ecp5 = costsOf("ecp5");
  if (Error E = joinErrors(Series7.takeError(),
                           joinErrors(CycloneV.takeError(), Ecp5.takeError())))
    return std::move(E);
  const CostModel *OfBoard = nullptr;
  switch (O.System.Board) {
  case SystemBoard::None:
    OfBoard = &*Series7;
    break;
  case SystemBoard::De10Nano:
    OfBoard = &*CycloneV;
    break;
  case SystemBoard::Ulx3s:
    OfBoard = &*Ecp5;
    break;
  case SystemBoard::Icebreaker: // no known delays to cut operators by
    break;
  }
  if (OfBoard)
    O.Core.Clock = O.System.Clock;
  O.System.RtlFolder = rtlFolder();
  O.System.HostFolder = hostFolder();
  const FamilyCosts Families = {*Series7, *CycloneV, *Ecp5};
  if (O.Core.Variant == LoopsVariant)
    return emitAsLoops(O, Families);
  Expected<CoreOrigin> Origin = readCore(O.Core, Context, M, OfBoard);
  if (!Origin && M && !O.HasVariant && mayBeLoops(O.Core.Input))
    return emitInstead(O, *M, Families, Origin.takeError());
  if (!Origin)
    return Origin.takeError();
  if (O.System.Board != SystemBoard::None)
    Origin->Design.Delays = DelayCells::FlipFlops; // other families
  O.System.Series7Clock = predictClock(*Series7, *Origin);
  O.System.CycloneVClock = predictClock(*CycloneV, *Origin);
  O.System.Ecp5Clock = predictClock(*Ecp5, *Origin);
  Expected<std::vector<TextFile>> Files = emitSystem(*M, *Origin, O.System);
  if (!Files)
    return Files.takeError();
  if (Error E = writeSystem(O, *Files, Origin->K.Name, Origin->Variant))
    return E;
  std::optional<std::string> Why = whyNotCompared(Origin->K);
  if (!Why || !isLargeLaunch(Origin->K)) // small ones are always compared
    return Done;
  errs() << "roofline: not compared with the original: " << *Why << '\n';
  return Incomplete;
}

} // namespace

template <> int commandMain<Command::EmitSystem>(ArrayRef<const char *> Words) {
  EmitSystemArguments O;
  O.Core.Input.TakesIteration = O.Core.Input.TakesMaxima = true;
  return runCommand(
      parseArguments(Command::EmitSystem, Words, optionsOf(O), O.Core.Input),
      O.Core.Input, [&] { return run(O); });
}

} // namespace roofline
