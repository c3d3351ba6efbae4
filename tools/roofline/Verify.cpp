// roofline verify: a core or program against its original and prediction.
#include "Command.h"
#include "KernelInput.h"

#include "roofline/Calibrate/Calibrate.h"
#include "roofline/DeviceFiles/CostFile.h"
#include "roofline/Verify/VerifyCore.h"
#include "roofline/Verify/VerifyProgram.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace roofline {
namespace {

constexpr char Help[] = R"(usage: roofline verify DIR [OPTIONS]

Proves a core that `roofline emit verilog` wrote: a simulator runs it on new random
data against the original kernel, with and without back-pressure, yosys
synthesises it, and a table shows what was predicted and what came out.

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

exit codes: 0 proven, 1 not proven or bad input, 2 proven, but a number of the
table is unknown
)";

enum Option {
  OptSeeds = FirstOwnOption,
  OptSchedules,
  OptTarget,
  OptNoSynthesis,
  OptSimulator,
  OptJson
};

const option LongOptions[] = {
    {"seeds", required_argument, nullptr, OptSeeds},
    {"schedules", required_argument, nullptr, OptSchedules},
    {"target", required_argument, nullptr, OptTarget},
    {"no-synthesis", no_argument, nullptr, OptNoSynthesis},
    {"simulator", required_argument, nullptr, OptSimulator},
    {"json", required_argument, nullptr, OptJson},
    {"help", no_argument, nullptr, OptHelp},
    {}};

struct Options {
  KernelInput Folder;
  VerifyOptions Verify;
  std::optional<unsigned> Schedules;
  std::string OfCores; ///< an option of cores alone
  std::string Json;
};

Error parseOption(int Opt, StringRef Value, Options &O) {
  unsigned Seeds = 0;
  if (Opt == OptTarget || Opt == OptNoSynthesis || Opt == OptSimulator)
    O.OfCores = Opt == OptTarget      ? "--target"
                : Opt == OptSimulator ? "--simulator"
                                      : "--no-synthesis";
  switch (Opt) {
  case OptSchedules:
    if (Value.getAsInteger(10, Seeds) || Seeds < 1 || Seeds > 10000)
      return invalid("--schedules '" + Value + "': 1 to 10000 is expected");
    O.Schedules = Seeds;
    break;
  case OptSeeds:
    if (Value.getAsInteger(10, Seeds) || Seeds < 1 || Seeds > 10000)
      return invalid("--seeds '" + Value + "': 1 to 10000 is expected");
    O.Verify.Seeds.clear();
    for (unsigned I = 0; I < Seeds; ++I)
      O.Verify.Seeds.push_back(11 + I);
    break;
  case OptTarget:
    O.Verify.Target = Value;
    if (!findTarget(Value))
      return invalid("--target '" + Value + "': " + join(targetNames(), ", ") +
                     " are known");
    break;
  case OptNoSynthesis:
    O.Verify.Target.clear();
    break;
  case OptSimulator:
    if (Value != "verilator" && Value != "icarus")
      return invalid("--simulator '" + Value +
                     "': verilator and icarus are there");
    O.Verify.With =
        Value == "icarus" ? SimulatorKind::Icarus : SimulatorKind::Verilator;
    break;
  case OptJson:
    O.Json = Value;
    break;
  }
  return Error::success();
}

Expected<int> runProgram(Options &O) {
  if (!O.OfCores.empty())
    return invalid(O.OfCores + " is of cores; " + O.Folder.File +
                   " is a program");
  VerifyProgramOptions V;
  V.Seeds = O.Verify.Seeds;
  V.Schedules = O.Schedules.value_or(V.Schedules);
  V.SupportFolder = programFolder();
  if (sys::Process::StandardErrIsDisplayed())
    V.Progress = [](StringRef What) { errs() << What << '\n'; };
  Expected<ProgramVerification> Result = verifyProgram(O.Folder.File, V);
  if (!Result)
    return Result.takeError();
  if (!O.Json.empty())
    if (Error E = writeJson(O.Json, toJSON(*Result)))
      return E;
  if (O.Json != "-")
    printVerification(*Result, outs());
  return Result->Failure ? BadInput : Done;
}

Expected<int> run(Options &O) {
  if (sys::fs::exists(O.Folder.File + "/program.json"))
    return runProgram(O);
  if (O.Schedules)
    return invalid("--schedules is of programs; " + O.Folder.File + " is none");
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
  if (sys::Process::StandardErrIsDisplayed())
    O.Verify.Progress = [](StringRef What) { errs() << What << '\n'; };
  Expected<Verification> V = verifyCore(O.Folder.File, O.Verify);
  if (!V)
    return V.takeError();
  if (!O.Json.empty())
    if (Error E = writeJson(O.Json, toJSON(*V)))
      return E;
  if (O.Json != "-")
    printVerification(*V, outs());
  return !V->isProven() ? BadInput : V->Unknowns.empty() ? Done : Incomplete;
}

} // namespace

int verifyMain(int argc, char **argv) {
  Options O;
  Expected<bool> Go = parseArguments(
      argc, argv, LongOptions, Help, &O.Folder,
      [&](int Opt, StringRef Value) { return parseOption(Opt, Value, O); });
  if (!Go)
    return fail(Go.takeError());
  if (!*Go)
    return Done;
  Expected<int> Code = run(O);
  return Code ? *Code : fail(Code.takeError());
}

} // namespace roofline
