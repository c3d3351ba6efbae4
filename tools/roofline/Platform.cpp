// roofline platform: chooses the processing units of a system.
#include "Command.h"
#include "KernelInput.h"

#include "roofline/DeviceFiles/SystemFile.h"
#include "roofline/Explore/PlatformSearch.h"
#include "roofline/Plot/PlotData.h"
#include "roofline/Pricing/SystemKernels.h"
#include "roofline/Report/PlatformReport.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace roofline {
namespace {

struct PlatformArguments {
  std::string Json, Csv, PlotFile;
  PlatformOptions Search;
  bool Combinations = false, AllowUnknown = false;
};

Expected<unsigned> parseList(StringRef Value) {
  unsigned Most;
  if (Value.getAsInteger(10, Most))
    return invalid("--list '" + Value + "': a number is expected");
  return Most;
}

std::vector<CommandOption> options(PlatformArguments &O) {
  return {parsed("peaks", parsePeaks, O.Search.Which),
          parsed("list", parseList, O.Search.MaxListed),
          flag("combinations", O.Combinations),
          text("json", O.Json),
          text("csv", O.Csv),
          text("plot-data", O.PlotFile),
          flag("allow-unknown", O.AllowUnknown)};
}

Expected<int> run(StringRef Path, PlatformArguments &O) {
  if (!O.Json.empty() && O.Json == O.Csv)
    return invalid("--json and --csv write to the same file '" + O.Json + "'");
  Expected<SystemFile> File = loadSystem(Path, driverFolders());
  if (!File)
    return File.takeError();
  if (Error E = fillFromSummaries(*File))
    return E;
  const bool IsShown = sys::Process::StandardErrIsDisplayed();
  if (IsShown)
    O.Search.Progress = [](size_t Done, size_t Total) {
      errs() << formatv("\rmappings: {0} of {1} units tried first", Done,
                        Total);
    };
  PlatformResult R = choosePlatform(File->S, O.Search);
  if (IsShown)
    errs() << "\r\033[K";
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

template <> int commandMain<Command::Platform>(ArrayRef<const char *> Words) {
  PlatformArguments O;
  KernelInput Input;
  return runCommand(parseArguments(Command::Platform, Words, options(O), Input),
                    Input, [&] { return run(Input.File, O); });
}

} // namespace roofline
