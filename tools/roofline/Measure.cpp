// roofline measure: what an OpenCL device reaches, and a kernel on it.
#include "Command.h"
#include "KernelInput.h"
#include "MeasureKernel.h"

#include "roofline/Measure/Worker.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

#include <ctime>

using namespace llvm;

namespace roofline {
namespace {

constexpr char Help[] = R"(usage: roofline measure -o DEVICE.yaml [OPTIONS]
       roofline measure FILE [--device DEVICE.yaml] [OPTIONS]

Without FILE: measures an OpenCL device by micro-benchmarks, in less than a
minute, and writes what it reaches as a device file for --device of all commands.
With FILE, OpenCL C (.cl): runs its kernel and gives time, power, performance and
energy, and its place under the roofs of DEVICE.yaml.

which OpenCL device:
  --list                   list the machine's OpenCL platforms and devices
  --platform N|NAME        a platform, by number or part of its name (default 0)
  --opencl-device N        a device of that platform (default 0)
  --timeout SECONDS        give up when nothing happens for so long (default 60)
measuring the device:
  -o FILE                  the device file; - is standard output
  --kind cpu|dsp|gpu|fpga  what the device is, where OpenCL does not say
  --seconds-each SECONDS   repeat each benchmark for so long (default 0.3)
measuring a kernel:
  --kernel NAME            of several in FILE
  --launch FILE            NDRange, arguments and buffers; options win
  --global X[,Y[,Z]], --local X[,Y[,Z]]     NDRange, work-group [work-item]
  --arg NAME=VALUE         a scalar argument; may be repeated
  -D NAME[=VALUE], -I DIR, -include FILE, -cl-std=STD    for the compilers
  --device NAME|FILE       whose roofs; see roofline devices
  --runs N, --seconds S    repeat at least N times and for S seconds (5, 1)
  --work N                 W [operation], instead of the count of the source
  --traffic N              Q [byte], instead of the count of the source
  --power-meter auto|rapl|nvml|hwmon:CHIP|none
  --power-command COMMAND  a shell command that prints watts
  --sysfs DIR              where RAPL and hwmon are (default /sys)
  --json FILE              the measurement as JSON; - is standard output
  --allow-unknown          exit with 0 although something is unknown
  --help

exit codes: 0 done, 1 bad input or a device that fails, 2 done but something is
unknown or contradicts the roofs
)";

struct Options {
  KernelInput Input;
  MeasureKernelOptions Kernel;
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
  OptOutput,
  OptDevice,
  OptRuns,
  OptSeconds,
  OptWork,
  OptTraffic,
  OptPowerMeter,
  OptPowerCommand,
  OptSysfs,
  OptJson,
  OptAllowUnknown
};

const option LongOptions[] = {
    ROOFLINE_INPUT_OPTIONS,
    {"list", no_argument, nullptr, OptList},
    {"platform", required_argument, nullptr, OptPlatform},
    {"opencl-device", required_argument, nullptr, OptOpenCLDevice},
    {"timeout", required_argument, nullptr, OptTimeout},
    {"seconds-each", required_argument, nullptr, OptSecondsEach},
    {"kind", required_argument, nullptr, OptKind},
    {"o", required_argument, nullptr, OptOutput},
    {"device", required_argument, nullptr, OptDevice},
    {"runs", required_argument, nullptr, OptRuns},
    {"seconds", required_argument, nullptr, OptSeconds},
    {"work", required_argument, nullptr, OptWork},
    {"traffic", required_argument, nullptr, OptTraffic},
    {"power-meter", required_argument, nullptr, OptPowerMeter},
    {"power-command", required_argument, nullptr, OptPowerCommand},
    {"sysfs", required_argument, nullptr, OptSysfs},
    {"json", required_argument, nullptr, OptJson},
    {"allow-unknown", no_argument, nullptr, OptAllowUnknown},
    {}};

/// A number above 0 and at most \p Most.
Error parseNumber(StringRef Option, StringRef Value, double Most, double &To) {
  if (Value.getAsDouble(To) || !(To > 0 && To <= Most))
    return invalid(Option + " '" + Value + "': a number above 0 is expected");
  return Error::success();
}

Error parseCount(StringRef Option, StringRef Value, unsigned Least,
                 unsigned &To) {
  if (Value.getAsInteger(10, To) || To < Least)
    return invalid(Option + " '" + Value +
                   "': a whole number is expected, at least " + Twine(Least));
  return Error::success();
}

Error parseChoice(int Opt, StringRef Value, Options &O) {
  if (Opt == OptKind) {
    if (Value != "cpu" && Value != "dsp" && Value != "gpu" && Value != "fpga")
      return invalid("--kind '" + Value +
                     "': cpu, dsp, gpu or fpga is expected");
    O.Kind = Value;
    return Error::success();
  }
  StringRef Chip = Value;
  if (Value != "auto" && Value != "rapl" && Value != "nvml" &&
      Value != "none" && !(Chip.consume_front("hwmon:") && !Chip.empty()))
    return invalid("--power-meter '" + Value +
                   "': auto, rapl, nvml, hwmon:CHIP or none is expected");
  O.Kernel.Run.Meter.Meter = Value;
  return Error::success();
}

Error parseOption(int Opt, StringRef Value, Options &O) {
  constexpr double Day = 86400, Huge = 1e30;
  KernelRunOptions &Run = O.Kernel.Run;
  switch (Opt) {
  case OptList:
    O.List = true;
    return Error::success();
  case OptPlatform:
    Run.Platform = Value;
    return Error::success();
  case OptOpenCLDevice:
    return parseCount("--opencl-device", Value, 0, Run.DeviceNumber);
  case OptTimeout:
    return parseNumber("--timeout", Value, Day, O.Timeout);
  case OptSecondsEach:
    return parseNumber("--seconds-each", Value, Day, O.SecondsEach);
  case OptKind:
  case OptPowerMeter:
    return parseChoice(Opt, Value, O);
  case OptOutput:
    O.Output = Value;
    return Error::success();
  case OptDevice:
    O.Kernel.Device = Value;
    return Error::success();
  case OptRuns:
    return parseCount("--runs", Value, 1, Run.Runs);
  case OptSeconds:
    return parseNumber("--seconds", Value, Day, Run.Seconds);
  case OptWork:
    return parseNumber("--work", Value, Huge, O.Kernel.Work.emplace());
  case OptTraffic:
    return parseNumber("--traffic", Value, Huge, O.Kernel.Traffic.emplace());
  case OptPowerCommand:
    Run.Meter.Command = Value;
    return Error::success();
  case OptSysfs:
    Run.Meter.Sysfs = Value;
    return Error::success();
  case OptJson:
    O.Kernel.Json = Value;
    return Error::success();
  case OptAllowUnknown:
    O.Kernel.AllowUnknown = true;
    return Error::success();
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

Expected<json::Value> ask(const json::Value &Request, double Timeout) {
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

Expected<int> run(Options &O) {
  const KernelRunOptions &Run = O.Kernel.Run;
  if (O.List)
    return writeAnswer(ask(json::Object{{"do", "list"}}, O.Timeout), "-");
  if (!O.Input.File.empty())
    return measureKernel(O.Input, O.Kernel, [&](const json::Value &Request) {
      return ask(Request, O.Timeout);
    });
  if (O.Output.empty())
    return invalid("a kernel's file or -o DEVICE.yaml is expected; see "
                   "roofline measure --help");
  return writeAnswer(ask(json::Object{{"do", "device"},
                                      {"platform", Run.Platform},
                                      {"device", Run.DeviceNumber},
                                      {"seconds_each", O.SecondsEach},
                                      {"kind", O.Kind},
                                      {"date", today()}},
                         O.Timeout),
                     O.Output);
}

} // namespace

int measureMain(int argc, char **argv) {
  Options O;
  O.Input.MayBeAbsent = true;
  Expected<bool> Parsed = parseArguments(
      argc, argv, LongOptions, Help, &O.Input,
      [&](int Opt, StringRef Value) { return parseOption(Opt, Value, O); });
  if (!Parsed)
    return fail(Parsed.takeError());
  if (!*Parsed)
    return Done;
  Expected<int> Code = run(O);
  return Code ? *Code : fail(Code.takeError());
}

} // namespace roofline
