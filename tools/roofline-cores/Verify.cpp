// roofline verify: a core or program against its original and prediction.
#include "Command.h"
#include "VerifyInput.h"

#include "roofline/Calibrate/Calibrate.h"
#include "roofline/Resources/CoveredLanes.h"
#include "roofline/StreamFiles/CostFile.h"
#include "roofline/Verify/LoopFolder.h"
#include "roofline/Verify/VerifyProgram.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace roofline {
namespace {

Expected<uint32_t> parseLaunchCount(StringRef Value, StringRef Name) {
  uint32_t Number;
  if (Value.getAsInteger(10, Number) || Number < 1 || Number > 10000)
    return invalid(Name + " '" + Value + "': 1 to 10000 is expected");
  return Number;
}

std::vector<CommandOption> optionsOf(VerifyInput &O) {
  std::vector<CommandOption> Options = {
      {"seeds",
       [&O](StringRef Value) -> Error {
         Expected<uint32_t> Seeds = parseLaunchCount(Value, "--seeds");
         if (!Seeds)
           return Seeds.takeError();
         O.Verify.Seeds.clear();
         for (unsigned I = 0; I < *Seeds; ++I)
           O.Verify.Seeds.push_back(11 + I);
         return Error::success();
       }},
      text("json", O.Json),
      noted(parsed(
                "schedules",
                [](StringRef V) { return parseLaunchCount(V, "--schedules"); },
                O.Schedules),
            O.OfPrograms)};
  for (CommandOption &Option : std::vector<CommandOption>{
           text("target", O.Verify.Target),
           {"no-synthesis",
            [&O](StringRef) {
              O.Verify.Target.clear();
              return Error::success();
            }},
           choice<SimulatorKind>("simulator",
                                 {{"verilator", SimulatorKind::Verilator},
                                  {"icarus", SimulatorKind::Icarus}},
                                 O.Verify.With)})
    Options.push_back(noted(std::move(Option), O.OfCores));
  Options.push_back(noted({"variant",
                           [&O](StringRef Value) {
                             O.Core.Variant = Value;
                             O.HasVariant = true;
                             return Error::success();
                           }},
                          O.OfKernels));
  Options.push_back(noted(temporaryOption(O.Core.Input), O.OfKernels));
  Options.push_back(noted(flag("space", O.Space), O.OfKernels));
  Options.push_back(noted(flag("front", O.Front), O.OfKernels));
  for (CommandOption &Option : masterOptions(O.Core))
    Options.push_back(noted(std::move(Option), O.OfKernels));
  for (CommandOption &Option : designOptions(O.Design))
    Options.push_back(noted(std::move(Option), O.OfSpaces));
  for (CommandOption &Option : farmOptions(O.Farm))
    Options.push_back(Option.Name == "time-limit"
                          ? std::move(Option)
                          : noted(std::move(Option), O.OfSpaces));
  Options.push_back(choice<Sandbox>("sandbox",
                                    {{"auto", Sandbox::Auto},
                                     {"always", Sandbox::Always},
                                     {"never", Sandbox::Never}},
                                    O.Limits.Walls));
  Options.push_back(noted(maxStepsOption(O.MaxSteps), O.OfSpaces));
  Options.push_back(noted(text("html", O.Html), O.OfSpaces));
  return Options;
}

/// Says on a terminal what begins.
void showProgress(StringRef What) {
  if (sys::Process::StandardErrIsDisplayed())
    errs() << What << '\n';
}

Expected<int> runProgram(VerifyInput &O) {
  const std::string &Folder = O.Core.Input.File;
  if (!O.OfCores.empty())
    return invalid(O.OfCores + " is of cores; " + Folder + " is a program");
  VerifyProgramOptions V;
  V.Seeds = O.Verify.Seeds;
  V.Schedules = O.Schedules.value_or(V.Schedules);
  V.SupportFolder = programFolder();
  V.Progress = showProgress;
  Expected<ProgramVerification> Result = verifyProgram(Folder, V);
  if (!Result)
    return Result.takeError();
  if (!O.Json.empty())
    if (Error E = writeJson(O.Json, toJSON(*Result)))
      return E;
  if (O.Json != "-")
    printVerification(*Result, outs());
  return Result->Failure ? BadInput : Done;
}

Expected<Verification> verifyOne(VerifyInput &O, bool IsKernel) {
  if (!IsKernel && isLoopFolder(O.Core.Input.File))
    return verifyLoopCore(O.Core.Input.File, O.Verify);
  if (!IsKernel)
    return verifyCore(O.Core.Input.File, O.Verify);
  LLVMContext Context;
  std::unique_ptr<Module> M;
  Expected<CoreOrigin> Origin = readCore(O.Core, Context, M);
  if (!Origin)
    return Origin.takeError();
  if (O.Verify.Costs)
    Origin->Design = laidOutFor(*O.Verify.Costs, Origin->Design);
  return verifyCore(*M, std::move(*Origin), O.Verify);
}

Expected<int> runCore(VerifyInput &O, bool IsKernel) {
  if (!O.OfPrograms.empty())
    return invalid(O.OfPrograms + " is of programs; " + O.Core.Input.File +
                   " is none");
  if (!O.Verify.Target.empty()) {
    Expected<std::string> Path = findCosts(O.Verify.Target, driverFolders());
    if (Path) {
      Expected<CostModel> Costs = loadCosts(*Path);
      if (!Costs)
        return Costs.takeError();
      O.Verify.Costs = std::move(*Costs);
    } else {
      consumeError(Path.takeError()); // the result says so
    }
  }
  O.Verify.RtlFolder = rtlFolder();
  if (auto Kept = sys::Process::GetEnv("ROOFLINE_KEPT_SYNTHESIS"))
    O.Verify.KeptSynthesis = *Kept;
  O.Verify.Progress = showProgress;
  Expected<Verification> V = verifyOne(O, IsKernel);
  if (!V)
    return V.takeError();
  if (!O.Json.empty())
    if (Error E = writeJson(O.Json, toJSON(*V)))
      return E;
  if (O.Json != "-")
    printVerification(*V, outs());
  return !V->isProven()             ? BadInput
         : V->Need.Unknowns.empty() ? Done
                                    : Incomplete;
}

Expected<int> run(VerifyInput &O) {
  const KernelInput &Input = O.Core.Input;
  const bool IsKernel =
      !sys::fs::is_directory(Input.File) &&
      is_contained({".cl", ".ll", ".bc"}, sys::path::extension(Input.File));
  const bool IsSpace = O.Space || O.Front;
  O.Limits.Seconds = O.Farm.TimeLimit;
  if (Error E = setRunLimits(O.Limits))
    return std::move(E);
  if (!IsKernel && (!O.OfKernels.empty() || Input.hasOptions()))
    return invalid((O.OfKernels.empty() ? "a launch" : O.OfKernels) +
                   " is of kernels; " + Input.File +
                   " is no OpenCL C (.cl) or LLVM IR (.ll, .bc)");
  if (IsSpace && O.HasVariant)
    return invalid("--variant beside --front or --space, which take all");
  if (IsKernel && !IsSpace && !O.HasVariant)
    return invalid(Input.File + " is a kernel: which of its designs? --variant "
                                "TEXT, --front or --space");
  if (!O.OfSpaces.empty() && !IsSpace)
    return invalid(O.OfSpaces + " is of --space and --front");
  if (IsSpace)
    return verifySpace(O);
  return sys::fs::exists(Input.File + "/program.json") ? runProgram(O)
                                                       : runCore(O, IsKernel);
}

} // namespace

template <> int commandMain<Command::Verify>(ArrayRef<const char *> Words) {
  VerifyInput O;
  O.Core.Input.TakesIteration = O.Core.Input.TakesMaxima = true;
  return runCommand(
      parseArguments(Command::Verify, Words, optionsOf(O), O.Core.Input),
      O.Core.Input, [&] { return run(O); });
}

} // namespace roofline
