// roofline platform: chooses the processing units of a system.
#include "Command.h"
#include "KernelInput.h"

#include "roofline/Device/SystemFile.h"
#include "roofline/Explore/PlatformSearch.h"
#include "roofline/Plot/PlotData.h"
#include "roofline/Pricing/SystemKernels.h"
#include "roofline/Report/PlatformReport.h"

#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace roofline {
namespace {

constexpr char Help[] = R"(usage: roofline platform SYSTEM.yaml [OPTIONS]

Maps the blocks of an application on processing units: which units may run which
block, at what risk, and all mappings that meet the requirements, with the Pareto
front over risk, cost and power. docs/system-format.md describes the file.

  --peaks theoretical|measured   whose rates (default theoretical); the other
                           where a unit has one alone
  --list N                 list all feasible mappings where there are at most N
                           (default 100; 0: the front alone)
  --combinations           price every set of blocks on every unit
output:
  --json FILE              the result as JSON; - is standard output
  --csv FILE               the mappings as points to plot; - is standard output
  --plot-data FILE         the mappings for `roofline plot --kind front`
  --allow-unknown          exit with 0 although something is unknown
  --help

exit codes: 0 done, 1 bad input, 2 no feasible mapping, or something unknown could
change the answer
)";

enum Option {
  OptPeaks = FirstOwnOption,
  OptList,
  OptCombinations,
  OptJson,
  OptCsv,
  OptPlotData,
  OptAllowUnknown
};

const option LongOptions[] = {
    {"peaks", required_argument, nullptr, OptPeaks},
    {"list", required_argument, nullptr, OptList},
    {"combinations", no_argument, nullptr, OptCombinations},
    {"json", required_argument, nullptr, OptJson},
    {"csv", required_argument, nullptr, OptCsv},
    {"plot-data", required_argument, nullptr, OptPlotData},
    {"allow-unknown", no_argument, nullptr, OptAllowUnknown},
    {"help", no_argument, nullptr, OptHelp},
    {}};

struct Options {
  std::string Json, Csv, PlotFile;
  PlatformOptions Search;
  bool Combinations = false, AllowUnknown = false;
};

Error parseOption(int Opt, StringRef Value, Options &O) {
  switch (Opt) {
  case OptPeaks: {
    Expected<Peaks> Which = parsePeaks(Value);
    if (!Which)
      return Which.takeError();
    O.Search.Which = *Which;
    break;
  }
  case OptList:
    if (Value.getAsInteger(10, O.Search.MaxListed))
      return invalid("--list '" + Value + "': a number is expected");
    break;
  case OptCombinations:
    O.Combinations = true;
    break;
  case OptJson:
    O.Json = Value;
    break;
  case OptCsv:
    O.Csv = Value;
    break;
  case OptPlotData:
    O.PlotFile = Value;
    break;
  case OptAllowUnknown:
    O.AllowUnknown = true;
    break;
  }
  return Error::success();
}

Expected<int> run(StringRef Path, const Options &O) {
  Expected<SystemFile> File = loadSystem(Path, driverFolders());
  if (!File)
    return File.takeError();
  if (Error E = fillFromSummaries(*File))
    return E;
  PlatformResult R = choosePlatform(File->S, O.Search);
  if (!O.Json.empty())
    if (Error E = writeJson(O.Json, toJSON(File->S, R)))
      return E;
  if (!O.Csv.empty())
    if (Error E = writeOutput(O.Csv, platformCSV(File->S, R)))
      return E;
  if (!O.PlotFile.empty()) {
    PlotData Plot;
    Plot.Title = sys::path::stem(Path).str() + ": mappings";
    addMappings(Plot, File->S, R);
    if (Error E = writeJson(O.PlotFile, toJSON(Plot)))
      return E;
  }
  if (O.Json != "-" && O.Csv != "-") {
    printPlatform(File->S, R, O.Search.MaxListed > 0, outs());
    if (O.Combinations)
      printCombinations(File->S, R, outs());
  }
  bool Known = R.Missing.empty() || O.AllowUnknown;
  return !R.Front.empty() && Known ? Done : Incomplete;
}

} // namespace

int platformMain(int argc, char **argv) {
  Options O;
  KernelInput Input;
  Expected<bool> Parsed = parseArguments(
      argc, argv, LongOptions, Help, &Input,
      [&](int Opt, StringRef Value) { return parseOption(Opt, Value, O); });
  if (!Parsed)
    return fail(Parsed.takeError());
  if (!*Parsed)
    return Done;
  if (!O.Json.empty() && O.Json == O.Csv)
    return fail("--json and --csv write to the same file '" + O.Json + "'");
  Expected<int> Code = run(Input.File, O);
  return Code ? *Code : fail(Code.takeError());
}

} // namespace roofline
