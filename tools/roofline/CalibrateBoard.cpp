// roofline calibrate board: the constants of a board, of measured streams.
#include "Command.h"
#include "KernelInput.h"

#include "roofline/DeviceFiles/DeviceFile.h"
#include "roofline/DeviceFiles/StreamTimes.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace roofline {
namespace {

struct CalibrateBoardArguments {
  std::string Device, Output;
};

void show(const BoardCalibration &C, size_t NumRuns, raw_ostream &OS) {
  OS << formatv("{0} runs: mean error {1:f1} % before, {2:f1} % with what "
                "they show\n\n",
                NumRuns, 100 * C.Before, 100 * C.After);
  OS << formatv("{0,-12}{1,6}{2,21}\n", "constant", "runs",
                "error without [%]");
  std::vector<std::string> Missing;
  for (const CalibratedConstant &K : C.Constants) {
    if (!K.NumRuns)
      Missing.push_back(K.Key);
    else
      OS << formatv("{0,-12}{1,6}{2,21:f1}\n", K.Key, K.NumRuns, 100 * K.Worth);
  }
  OS << formatv("\nmeasured / predicted, each run by the others: {0:f2} to "
                "{1:f2} for four in five\n",
                C.Times.ErrorLow->Value, C.Times.ErrorHigh->Value);
  if (!Missing.empty())
    OS << "no run shows " << join(Missing, ", ")
       << ": as the device has it (docs/calibrate-board.md says which would)\n";
}

Expected<int> run(StringRef File, const CalibrateBoardArguments &O) {
  if (O.Device.empty())
    return invalid("--device: the device whose constants are measured");
  Expected<Device> D = chosenDevice(O.Device);
  if (!D)
    return D.takeError();
  if (!D->Times)
    return invalid(
        "device '" + D->Name +
        "' has no section board to begin with; docs/device-format.md");
  Expected<std::vector<StreamTime>> Runs = loadStreamTimes(File);
  if (!Runs)
    return Runs.takeError();
  const BoardCalibration C =
      calibrateBoard(*Runs, *D, "measured: " + sys::path::filename(File).str());
  show(C, Runs->size(), O.Output == "-" ? errs() : outs());
  if (O.Output.empty())
    return Done;
  Expected<std::string> Base = findDevice(O.Device, driverFolders());
  if (!Base)
    return Base.takeError();
  SmallString<128> Path(*Base);
  if (std::error_code EC = sys::fs::make_absolute(Path))
    return createFileError(*Base, EC);
  sys::path::replace_extension(Path, "");
  if (Error E =
          writeOutput(O.Output, boardFile(Path, D->Description + ", calibrated",
                                          C.Times, *D->Times)))
    return std::move(E);
  return Done;
}

} // namespace

template <>
int commandMain<Command::CalibrateBoard>(ArrayRef<const char *> Words) {
  CalibrateBoardArguments O;
  KernelInput Input;
  return runCommand(
      parseArguments(Command::CalibrateBoard, Words,
                     {text("device", O.Device), text("o", O.Output)}, Input),
      Input, [&] { return run(Input.File, O); });
}

} // namespace roofline
