// roofline calibrate: what the structures of a core need on an FPGA family.
#include "roofline/Calibrate/Calibrate.h"

#include "Command.h"
#include "FarmInput.h"

#include "roofline/Json/JsonFile.h"
#include "roofline/Process/InputFile.h"
#include "roofline/Process/Sandbox.h"
#include "roofline/StreamFiles/CostFile.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

#include <ctime>
#include <set>

using namespace llvm;

namespace roofline {
namespace {

struct CalibrateArguments {
  std::string Target, Output = "-", Yosys, Modules, Cache, Earlier;
  std::vector<uint32_t> Widths; ///< none: by bisection
  std::set<std::string> Only;   ///< none: all
  FarmOptions Farm = {.Place = localPlace(),
                      .Name = "roofline-calibrate",
                      .TimeLimit = 24 * 3600};
  std::string Batch;
  bool NoCache = false, Delays = false;
};

Expected<std::vector<uint32_t>> parseWidths(StringRef Value) {
  std::vector<uint32_t> Widths;
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
  return Widths;
}

/// Names that \p Value lists, and \p To has already.
CommandOption names(const char *Name, std::set<std::string> &To) {
  return {Name, [&To](StringRef Value) {
            for (StringRef One : split(Value, ','))
              To.insert(One.str());
            return Error::success();
          }};
}

std::vector<CommandOption> options(CalibrateArguments &O) {
  return {text("target", O.Target),
          text("o", O.Output),
          parsed("widths", parseWidths, O.Widths),
          names("only", O.Only),
          text("from", O.Earlier),
          flag("delays", O.Delays),
          jobsOption(O.Farm),
          text("results", O.Farm.Folder),
          text("batch", O.Batch),
          text("yosys", O.Yosys),
          text("rtl", O.Modules),
          text("cache", O.Cache),
          flag("no-cache", O.NoCache)};
}

Error complete(CalibrateArguments &O) {
  if (!findTarget(O.Target))
    return invalid((O.Target.empty() ? Twine("--target is missing")
                                     : "--target '" + O.Target + "'") +
                   ": " + join(targetNames(), ", ") + " are known");
  if (O.Delays && O.Earlier.empty())
    return invalid("--delays adds to a cost file; name it by --from");
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
Expected<std::vector<MicroBenchmark>> selected(const CalibrateArguments &O) {
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

/// Hash of what each batch depends on: yosys, and its script, which the driver
/// has.
Expected<std::string> keyOfTools(const CalibrateArguments &O,
                                 StringRef Driver) {
  Expected<std::string> Version = yosysVersion(O.Yosys);
  if (!Version)
    return Version.takeError();
  auto Content = MemoryBuffer::getFile(Driver);
  if (!Content)
    return createStringError(Driver + ": " + Content.getError().message());
  return keyOf({*Version, O.Target, (*Content)->getBuffer()});
}

/// The task that synthesises \p Batch, which it reads from the farm's folder.
Expected<FarmTask> taskOf(const CalibrateArguments &O,
                          const SynthesisBatch &Batch,
                          const std::string &Driver, const std::string &Tools) {
  const std::string Text = formatv(
      "{0}\n",
      json::Value(json::Object{{"modules", json::Array(Batch.Modules)},
                               {"sources", json::Array(Batch.Sources)}}));
  std::vector<std::string> Parts = {Tools, Text};
  for (const std::string &Source : Batch.Sources)
    if (auto Buffer = MemoryBuffer::getFile(Source))
      Parts.push_back((*Buffer)->getBuffer().str());
  FarmTask Task;
  Task.Key = keyOf(std::vector<StringRef>(Parts.begin(), Parts.end()));
  Task.Name = "batch " + Task.Key.substr(0, 8);
  SmallString<128> Path(O.Farm.Folder);
  sys::path::append(Path, "inputs", Task.Key + ".json");
  sys::fs::make_absolute(Path);
  if (std::error_code EC =
          sys::fs::create_directories(sys::path::parent_path(Path)))
    return createStringError(EC, Path + ": " + EC.message());
  if (Error E = writeOutput(Path, Text))
    return E;
  Task.Command = {Driver,    "calibrate", "--target", O.Target,
                  "--yosys", O.Yosys,     "--batch",  Path.str().str()};
  return Task;
}

Expected<std::vector<std::vector<Synthesis>>>
synthesiseOnFarm(const CalibrateArguments &O,
                 ArrayRef<SynthesisBatch> Batches) {
  const std::string Driver = driverPath();
  Expected<std::string> Tools = keyOfTools(O, Driver);
  if (!Tools)
    return Tools.takeError();
  std::vector<FarmTask> Tasks;
  for (const SynthesisBatch &Batch : Batches) {
    Expected<FarmTask> Task = taskOf(O, Batch, Driver, *Tools);
    if (!Task)
      return Task.takeError();
    Tasks.push_back(std::move(*Task));
  }
  Expected<std::vector<FarmResult>> Results = runFarm(Tasks, O.Farm);
  if (!Results)
    return Results.takeError();
  std::vector<std::vector<Synthesis>> All;
  for (auto [Task, Result, Batch] : zip_equal(Tasks, *Results, Batches)) {
    if (!Result.Output)
      return invalid(Task.Name + ": " + Result.Problem);
    Expected<json::Value> Parsed = parseJsonText(*Result.Output, "a task");
    const json::Array *List = Parsed ? Parsed->getAsArray() : nullptr;
    if (!Parsed)
      consumeError(Parsed.takeError());
    std::vector<Synthesis> &Of = All.emplace_back();
    for (const json::Value &Entry : List ? *List : json::Array())
      if (const json::Object *Object = Entry.getAsObject())
        if (std::optional<Synthesis> S = readSynthesis(*Object))
          Of.push_back(std::move(*S));
    if (Of.size() != Batch.Modules.size())
      return invalid(O.Farm.Folder + "/" + Task.Key +
                     ": not the result of a batch");
  }
  return All;
}

/// --batch: what taskOf() asks for.
Expected<int> runBatch(const CalibrateArguments &O) {
  auto Buffer = readInput(O.Batch);
  if (!Buffer)
    return invalid(O.Batch + ": " + Buffer.getError().message());
  Expected<json::Value> Parsed = parseJsonText((*Buffer)->getBuffer(), O.Batch);
  if (!Parsed)
    return Parsed.takeError();
  json::Path::Root Root("batch");
  json::ObjectMapper Map(*Parsed, Root);
  SynthesisBatch Batch;
  if (!Map || !Map.map("modules", Batch.Modules) ||
      !Map.map("sources", Batch.Sources))
    return invalid(O.Batch + ": " + toString(Root.getError()));
  Expected<std::vector<Synthesis>> Results =
      synthesize(*findTarget(O.Target), Batch.Modules, Batch.Sources, O.Yosys);
  if (!Results)
    return Results.takeError();
  json::Array List;
  for (const Synthesis &S : *Results)
    List.push_back(toJSON(S));
  outs() << formatv("{0}\n", json::Value(std::move(List)));
  return Done;
}

Expected<int> run(CalibrateArguments &O) {
  // Its Verilog is this program's own, and a batch takes its time.
  if (Error E = setRunLimits({.Seconds = ~0U, .Walls = Sandbox::Never}))
    return std::move(E);
  if (Error E = complete(O))
    return E;
  if (!O.Batch.empty())
    return runBatch(O);
  Expected<std::vector<MicroBenchmark>> Benchmarks = selected(O);
  if (!Benchmarks)
    return Benchmarks.takeError();
  bool Terminal = sys::Process::StandardErrIsDisplayed();
  auto Progress = [&](const CalibrationProgress &P) { report(P, Terminal); };
  std::optional<CostModel> Known;
  if (!O.Earlier.empty()) {
    Expected<CostModel> Costs = loadCosts(O.Earlier);
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
  C.Jobs = O.Farm.Place.Jobs;
  if (!O.Farm.Folder.empty() && !O.Farm.Place.IsSlurm)
    return invalid("--results is of --jobs slurm; see --cache");
  if (O.Farm.Place.IsSlurm) {
    if (Error E = completeFolder(O.Farm))
      return E;
    C.Elsewhere = [&](ArrayRef<SynthesisBatch> Batches) {
      return synthesiseOnFarm(O, Batches);
    };
  }
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
           << O.Earlier << " says, and is measured anew\n";
  return Result->MissingModules.empty() ? Done : Incomplete;
}

} // namespace

template <> int commandMain<Command::Calibrate>(ArrayRef<const char *> Words) {
  CalibrateArguments O;
  KernelInput None;
  None.LeastFiles = None.MostFiles = 0;
  return runCommand(parseArguments(Command::Calibrate, Words, options(O), None),
                    None, [&] { return run(O); });
}

} // namespace roofline
