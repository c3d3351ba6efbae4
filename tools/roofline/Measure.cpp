// roofline measure: what an OpenCL device reaches, and a kernel on it.
#include "Command.h"
#include "KernelInput.h"

#include "roofline/Measure/Worker.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

#include <ctime>

using namespace llvm;

namespace roofline {
namespace {

constexpr char Help[] = R"(usage: roofline measure -o FILE [OPTIONS]

Measures an OpenCL device by micro-benchmarks, and writes what it reaches as a
device file for --device of the other commands. It takes less than a minute.

which device:
  --list                   list the machine's OpenCL platforms and devices
  --platform N|NAME        a platform, by number or part of its name (default 0)
  --opencl-device N        a device of that platform (default 0)
how:
  --timeout SECONDS        give up when nothing happens for so long (default 60)
  --seconds-each SECONDS   repeat each benchmark for so long (default 0.3)
output:
  -o FILE                  the device file; - is standard output
  --kind cpu|dsp|gpu|fpga  what the device is, where OpenCL does not say
  --help

exit codes: 0 done, 1 bad input or a device that fails, 2 done but incomplete
)";

struct Options {
  struct {
    std::string Platform; ///< its number, or a part of its name
    unsigned Number = 0;
  } Device;
  std::string Output, Kind;
  double Timeout = 60, SecondsEach = 0.3; ///< [s]
  bool List = false;
};

enum Option {
  OptList = FirstOwnOption,
  OptPlatform,
  OptOpenCLDevice,
  OptTimeout,
  OptSecondsEach,
  OptKind,
  OptOutput
};

const option LongOptions[] = {
    {"help", no_argument, nullptr, OptHelp},
    {"list", no_argument, nullptr, OptList},
    {"platform", required_argument, nullptr, OptPlatform},
    {"opencl-device", required_argument, nullptr, OptOpenCLDevice},
    {"timeout", required_argument, nullptr, OptTimeout},
    {"seconds-each", required_argument, nullptr, OptSecondsEach},
    {"kind", required_argument, nullptr, OptKind},
    {"o", required_argument, nullptr, OptOutput},
    {}};

Error parseSeconds(StringRef Option, StringRef Value, double &To) {
  if (Value.getAsDouble(To) || !(To > 0 && To <= 86400))
    return invalid(Option + " '" + Value +
                   "': a number of seconds above 0 is expected");
  return Error::success();
}

Error parseOption(int Opt, StringRef Value, Options &O) {
  switch (Opt) {
  case OptList:
    O.List = true;
    break;
  case OptPlatform:
    O.Device.Platform = Value;
    break;
  case OptOpenCLDevice:
    if (Value.getAsInteger(10, O.Device.Number))
      return invalid("--opencl-device '" + Value +
                     "': a number from --list is expected");
    break;
  case OptTimeout:
    return parseSeconds("--timeout", Value, O.Timeout);
  case OptSecondsEach:
    return parseSeconds("--seconds-each", Value, O.SecondsEach);
  case OptKind:
    if (Value != "cpu" && Value != "dsp" && Value != "gpu" && Value != "fpga")
      return invalid("--kind '" + Value +
                     "': cpu, dsp, gpu or fpga is expected");
    O.Kind = Value;
    break;
  case OptOutput:
    O.Output = Value;
    break;
  }
  return Error::success();
}

std::string today() {
  time_t Now = time(nullptr);
  char Text[16];
  strftime(Text, sizeof(Text), "%Y-%m-%d", gmtime(&Now));
  return Text;
}

/// Progress goes to a terminal alone, each message over the last one.
void showProgress(StringRef Message) {
  static bool Terminal = sys::Process::StandardErrIsDisplayed();
  if (Terminal)
    errs() << "\r\033[K" << Message;
}

/// The program beside the driver that uses OpenCL.
std::string workerPath() {
  SmallString<256> Path(
      sys::fs::getMainExecutable(nullptr, (void *)measureMain));
  sys::path::remove_filename(Path);
  sys::path::append(Path, "..", "libexec", "roofline", "roofline-opencl");
  return Path.str().str();
}

Expected<json::Value> ask(json::Value Request, double Timeout) {
  Expected<json::Value> Answer =
      askWorker(workerPath(), Request, Seconds(Timeout), showProgress);
  showProgress("");
  return Answer;
}

/// Writes a text that the worker answered to \p Path.
Expected<int> writeAnswer(Expected<json::Value> Answer, StringRef Path) {
  if (!Answer)
    return Answer.takeError();
  if (Error E = writeOutput(Path, Answer->getAsString().value_or("")))
    return E;
  return Done;
}

Expected<int> run(const Options &O) {
  if (O.List)
    return writeAnswer(ask(json::Object{{"do", "list"}}, O.Timeout), "-");
  if (O.Output.empty())
    return invalid("-o FILE is expected; see roofline measure --help");
  return writeAnswer(ask(json::Object{{"do", "device"},
                                      {"platform", O.Device.Platform},
                                      {"device", O.Device.Number},
                                      {"seconds_each", O.SecondsEach},
                                      {"kind", O.Kind},
                                      {"date", today()}},
                         O.Timeout),
                     O.Output);
}

} // namespace

int measureMain(int argc, char **argv) {
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
