// roofline verify: a core or program against its original and prediction.
#include "Command.h"
#include "VerifyInput.h"

#include "roofline/Calibrate/Calibrate.h"
#include "roofline/DeviceFiles/CostFile.h"
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

constexpr char Help[] = R"(usage: roofline verify DIR [OPTIONS]
       roofline verify FILE --variant TEXT | --front | --space [OPTIONS]

Proves a core that `roofline emit verilog` wrote: a simulator runs it on new random
data against the original kernel, with and without back-pressure, yosys
synthesises it, and a table shows what was predicted and what came out. Of FILE,
OpenCL C (.cl) or LLVM IR (.ll, .bc), it proves one design without a folder, or
every design of a space, on this machine or on a cluster: docs/farm.md.

A program that `roofline emit opencl` or `hls` wrote is compiled for this machine's
processor and run, its kernels side by side with FIFOs of its pipes' depths, under
random schedules.

  --seeds N                launches of other data, each simulated twice (default 3)
  --schedules N            of a program, for each seed (default 20)
  --json FILE              the result as JSON; - is standard output
  --help
of cores:
  --target NAME            family of the synthesis: xc7 (default), ecp5, cyclonev
  --no-synthesis           simulate only
  --simulator NAME         verilator or icarus (default: the one that is done first:
                           Icarus Verilog for small launches, where it is installed)
of a kernel's designs:
  --variant TEXT           this one, as `roofline explore` prints it
  --front                  those that no other is better than in everything
  --space                  all that `roofline variants` prints; of an iterated kernel
                           the best for each number of steps, and the front
  --memory axi4 [--bus BITS --burst N --outstanding N --address BITS]
                           with memory masters, as for roofline emit verilog
of spaces:
  --jobs N|slurm[:PARTITION]   designs side by side (default: one a core), or as job
                           arrays of a Slurm cluster
  --results DIR            where results are kept (default in the user's cache); with
                           Slurm a folder that all its machines see
  --time-limit S           of a design, in seconds (default 3600)
  --tasks-per-job N        designs of a job of a cluster, one after another (default 1)
  --max-steps N            steps a pass (default 1024)
  --html FILE              the table as a page: predicted against came out
what is run:
  --kernel NAME            only this kernel; NAME,NAME,.. as one core: a chain
  --temporary NAME,..      buffers of a chain that nobody needs afterwards
  --global X[,Y[,Z]]       NDRange [work-item]
  --local X[,Y[,Z]]        work-group [work-item]
  --arg NAME=VALUE         a scalar argument; may be repeated
  --iterate H, --swap READ=WRITTEN, --borders same   as for roofline explore
  --launch FILE|none       all of these from a launch file; options win.
                           Default: k.launch.yaml, else launch.yaml, beside k.cl
)" ROOFLINE_DEVICE_HELP R"(compiling OpenCL C:
  -D NAME[=VALUE], -I DIR, -include FILE, -cl-std=STD    passed to clang

exit codes: 0 proven, 1 not proven or bad input, 2 proven, but a number of the
table is unknown
)";

Expected<uint32_t> parseLaunchCount(StringRef Value, StringRef Name) {
  uint32_t Number;
  if (Value.getAsInteger(10, Number) || Number < 1 || Number > 10000)
    return invalid(Name + " '" + Value + "': 1 to 10000 is expected");
  return Number;
}

std::vector<CommandOption> optionsOf(VerifyInput &O) {
  std::vector<CommandOption> Own = {
      {"seeds", true,
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
           {"target", true,
            [&O](StringRef Value) -> Error {
              O.Verify.Target = Value;
              return findTarget(Value)
                         ? Error::success()
                         : invalid("--target '" + Value + "': " +
                                   join(targetNames(), ", ") + " are known");
            }},
           {"no-synthesis", false,
            [&O](StringRef) {
              O.Verify.Target.clear();
              return Error::success();
            }},
           {"simulator", true, [&O](StringRef Value) -> Error {
              if (Value != "verilator" && Value != "icarus")
                return invalid("--simulator '" + Value +
                               "': verilator and icarus are there");
              O.Verify.With = Value == "icarus" ? SimulatorKind::Icarus
                                                : SimulatorKind::Verilator;
              return Error::success();
            }}})
    Own.push_back(noted(std::move(Option), O.OfCores));
  Own.push_back(noted({"variant", true,
                       [&O](StringRef Value) {
                         O.Core.Variant = Value;
                         O.HasVariant = true;
                         return Error::success();
                       }},
                      O.OfKernels));
  Own.push_back(noted(temporaryOption(O.Core.Input), O.OfKernels));
  Own.push_back(noted(flag("space", O.Space), O.OfKernels));
  Own.push_back(noted(flag("front", O.Front), O.OfKernels));
  for (CommandOption &Option : masterOptions(O.Core))
    Own.push_back(noted(std::move(Option), O.OfKernels));
  for (CommandOption &Option : designOptions(O.Design))
    Own.push_back(noted(std::move(Option), O.OfSpaces));
  for (CommandOption &Option : farmOptions(O.Farm))
    Own.push_back(noted(std::move(Option), O.OfSpaces));
  Own.push_back(noted(maxStepsOption(O.MaxSteps), O.OfSpaces));
  Own.push_back(noted(text("html", O.Html), O.OfSpaces));
  return Own;
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
  if (!IsKernel)
    return verifyCore(O.Core.Input.File, O.Verify);
  LLVMContext Context;
  std::unique_ptr<Module> M;
  Expected<CoreOrigin> Origin = readCore(O.Core, Context, M);
  if (!Origin)
    return Origin.takeError();
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
  O.Verify.Progress = showProgress;
  Expected<Verification> V = verifyOne(O, IsKernel);
  if (!V)
    return V.takeError();
  if (!O.Json.empty())
    if (Error E = writeJson(O.Json, toJSON(*V)))
      return E;
  if (O.Json != "-")
    printVerification(*V, outs());
  return !V->isProven() ? BadInput : V->Unknowns.empty() ? Done : Incomplete;
}

Expected<int> run(VerifyInput &O) {
  const KernelInput &Input = O.Core.Input;
  const bool IsKernel =
      !sys::fs::is_directory(Input.File) &&
      is_contained({".cl", ".ll", ".bc"}, sys::path::extension(Input.File));
  const bool IsSpace = O.Space || O.Front;
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

int verifyMain(int argc, char **argv) {
  VerifyInput O;
  O.Core.Input.TakesIteration = true;
  return runCommand(
      parseArguments(argc, argv, optionsOf(O), Help, O.Core.Input),
      O.Core.Input, [&] { return run(O); });
}

} // namespace roofline
