// roofline calibrate: what the structures of a core need on an FPGA family.
#include "roofline/Calibrate/Calibrate.h"

#include "Command.h"
#include "KernelInput.h"

#include "roofline/DeviceFiles/CostFile.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

#include <ctime>
#include <set>
#include <thread>

using namespace llvm;

namespace roofline {
namespace {

constexpr char Help[] =
    R"(usage: roofline calibrate --target xc7|ecp5|cyclonev [-o FILE] [OPTIONS]

Measures, by synthesis with yosys, what the operators, delays, buffers, counters
and interfaces of emitted cores need on an FPGA family, and writes it as a cost
file. What was measured is kept: an interrupted run goes on where it was.

  --target NAME            xc7, ecp5 or cyclonev
  -o FILE                  the cost file; - is standard output (default)
  --widths W[,W...]        operand widths [bit] to measure, each 1 to 64
                           (default: breakpoints are found by bisection)
  --from FILE              go on from a cost file: what it has is not measured
  --delays                 measure the delays that FILE lacks of what it has,
                           and nothing else
  --only NAME[,NAME...]    only these structures, as add, udiv, delay
  --jobs N                 runs of yosys side by side (default: one per core)
  --yosys FILE             the program, instead of the one in PATH
  --rtl DIR                the Verilog modules of cores (default: the installed ones)
  --cache FILE             where results are kept (default in the user's cache)
  --no-cache               keep no results
  --help

exit codes: 0 done, 1 bad input, no yosys, or a synthesis that failed, 2 done but
a module is missing and what instantiates it left out
)";

struct Options {
  std::string Target, Output = "-", Yosys, Modules, Cache, From;
  std::vector<uint32_t> Widths; ///< none: by bisection
  std::set<std::string> Only;   ///< none: all
  unsigned Jobs = std::max(1u, std::thread::hardware_concurrency());
  bool NoCache = false, Delays = false;
};

enum Option {
  OptTarget = FirstOwnOption,
  OptOutput,
  OptWidths,
  OptOnly,
  OptFrom,
  OptDelays,
  OptJobs,
  OptYosys,
  OptRtl,
  OptCache,
  OptNoCache
};

const option LongOptions[] = {{"target", required_argument, nullptr, OptTarget},
                              {"o", required_argument, nullptr, OptOutput},
                              {"widths", required_argument, nullptr, OptWidths},
                              {"from", required_argument, nullptr, OptFrom},
                              {"only", required_argument, nullptr, OptOnly},
                              {"delays", no_argument, nullptr, OptDelays},
                              {"jobs", required_argument, nullptr, OptJobs},
                              {"yosys", required_argument, nullptr, OptYosys},
                              {"rtl", required_argument, nullptr, OptRtl},
                              {"cache", required_argument, nullptr, OptCache},
                              {"no-cache", no_argument, nullptr, OptNoCache},
                              {"help", no_argument, nullptr, OptHelp},
                              {}};

Error parseWidths(StringRef Value, std::vector<uint32_t> &Widths) {
  Widths.clear();
  SmallVector<StringRef> Parts;
  Value.split(Parts, ',');
  for (StringRef Part : Parts) {
    uint32_t Width = 0;
    if (Part.getAsInteger(10, Width) || Width < 1 || Width > 64)
      return invalid("--widths '" + Part +
                     "': a width from 1 to 64 is expected");
    Widths.push_back(Width);
  }
  llvm::sort(Widths);
  Widths.erase(llvm::unique(Widths), Widths.end());
  return Error::success();
}

Error parseOption(int Opt, StringRef Value, Options &O) {
  switch (Opt) {
  case OptTarget:
    O.Target = Value;
    break;
  case OptOutput:
    O.Output = Value;
    break;
  case OptWidths:
    return parseWidths(Value, O.Widths);
  case OptOnly:
    for (StringRef Name : split(Value, ','))
      O.Only.insert(Name.str());
    break;
  case OptFrom:
    O.From = Value;
    break;
  case OptDelays:
    O.Delays = true;
    break;
  case OptJobs:
    if (Value.getAsInteger(10, O.Jobs) || O.Jobs < 1 || O.Jobs > 1024)
      return invalid("--jobs '" + Value + "': 1 to 1024 is expected");
    break;
  case OptYosys:
    O.Yosys = Value;
    break;
  case OptRtl:
    O.Modules = Value;
    break;
  case OptCache:
    O.Cache = Value;
    break;
  case OptNoCache:
    O.NoCache = true;
    break;
  }
  return Error::success();
}

Error complete(Options &O) {
  if (!findTarget(O.Target))
    return invalid((O.Target.empty() ? Twine("--target is missing")
                                     : "--target '" + O.Target + "'") +
                   ": " + join(targetNames(), ", ") + " are known");
  if (O.Delays && O.From.empty())
    return invalid("--delays adds to a cost file; name it by --from");
  if (O.Delays && !findTarget(O.Target)->HasPaths)
    return invalid("--delays: yosys does not measure longest paths of " +
                   O.Target);
  if (O.Yosys.empty()) {
    auto Found = sys::findProgramByName("yosys");
    if (!Found)
      return invalid("yosys is needed to calibrate and is not in PATH; install "
                     "the package yosys (Debian: apt-get install yosys)");
    O.Yosys = *Found;
  }
  if (O.Modules.empty())
    O.Modules = rtlFolder();
  if (!sys::fs::is_directory(O.Modules))
    return invalid(O.Modules + ": no folder of Verilog modules; see --rtl");
  SmallString<128> Cache;
  if (O.NoCache)
    O.Cache.clear();
  else if (O.Cache.empty() && sys::path::cache_directory(Cache)) {
    sys::path::append(Cache, "roofline", "calibrate-" + O.Target + ".jsonl");
    O.Cache = Cache.str().str();
  }
  return Error::success();
}

std::string today() {
  time_t Now = time(nullptr);
  char Text[16];
  strftime(Text, sizeof(Text), "%Y-%m-%d", gmtime(&Now));
  return Text;
}

/// The micro-benchmarks that \p O asks for.
Expected<std::vector<MicroBenchmark>> selected(const Options &O) {
  std::vector<MicroBenchmark> All =
      microBenchmarks(*findTarget(O.Target), O.Widths);
  if (O.Only.empty())
    return All;
  std::set<std::string> Unknown = O.Only;
  for (const MicroBenchmark &B : All)
    Unknown.erase(B.Structure);
  if (!Unknown.empty())
    return invalid("--only '" + *Unknown.begin() +
                   "': no structure that is measured");
  erase_if(All, [&](auto &B) { return !O.Only.count(B.Structure); });
  return All;
}

/// On a terminal one line that changes, else a line each.
void report(const CalibrationProgress &P, bool Terminal) {
  errs() << (Terminal ? "\r\033[K" : "")
         << formatv("{0} of {1} micro-benchmarks, round {2}", P.Done, P.Known,
                    P.Round)
         << (Terminal ? "" : "\n");
}

Expected<int> run(Options &O) {
  if (Error E = complete(O))
    return E;
  Expected<std::vector<MicroBenchmark>> Benchmarks = selected(O);
  if (!Benchmarks)
    return Benchmarks.takeError();
  bool Terminal = sys::Process::StandardErrIsDisplayed();
  auto Progress = [&](const CalibrationProgress &P) { report(P, Terminal); };
  std::optional<CostModel> Known;
  if (!O.From.empty()) {
    Expected<CostModel> Costs = loadCosts(O.From);
    if (!Costs)
      return Costs.takeError();
    Known = std::move(*Costs);
  }
  CalibrationOptions C;
  C.Known = Known ? &*Known : nullptr;
  C.Yosys = O.Yosys;
  C.Modules = O.Modules;
  C.Cache = O.Cache;
  C.Date = today();
  C.Delays = O.Delays;
  C.Jobs = O.Jobs;
  C.Progress = Progress;
  time_t Begin = time(nullptr);
  Expected<CalibrationResult> Result =
      calibrate(*findTarget(O.Target), *Benchmarks, C);
  if (Terminal)
    errs() << "\r\033[K";
  if (!Result)
    return Result.takeError();
  errs() << formatv("{0} micro-benchmarks, {1} of them measured in {2} s\n",
                    Result->Progress.Done, Result->Progress.Measured,
                    time(nullptr) - Begin);
  if (Known) // which is measured elsewhere
    Result->Costs.Routing = Known->Routing;
  std::string Text;
  raw_string_ostream OS(Text);
  printCosts(Result->Costs, OS);
  if (Error E = writeOutput(O.Output, Text))
    return E;
  for (const std::string &Module : Result->MissingModules)
    errs() << "roofline: warning: " << O.Modules << " has no " << Module
           << ".v; what instantiates it is left out\n";
  for (const std::string &Point : Result->Changed)
    errs() << "roofline: warning: " << Point << " needs other resources than "
           << O.From << " says, and is measured anew\n";
  return Result->MissingModules.empty() ? Done : Incomplete;
}

} // namespace

int calibrateMain(int argc, char **argv) {
  Options O;
  Expected<bool> Parsed = parseArguments(
      argc, argv, LongOptions, Help, nullptr,
      [&](int Opt, StringRef Value) { return parseOption(Opt, Value, O); });
  if (!Parsed)
    return fail(Parsed.takeError());
  if (!*Parsed)
    return Done;
  Expected<int> Code = run(O);
  return Code ? *Code : fail(Code.takeError());
}

} // namespace roofline
