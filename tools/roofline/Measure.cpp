// roofline measure: what an OpenCL device reaches, and a kernel on it.
#include "Command.h"
#include "KernelInput.h"
#include "MeasureKernel.h"

#include "roofline/Measure/Worker.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

#include <ctime>

using namespace llvm;

namespace roofline {
namespace {

struct MeasureArguments {
  KernelInput Input;
  MeasureKernelOptions Kernel;
  std::string Output, Kind;
  double Timeout = 60, SecondsEach = 0.3; ///< [s]
  bool List = false;
};

/// A number above 0 and at most \p Most.
template <typename T>
CommandOption positive(const char *Name, double Most, T &To) {
  return {Name, [=, &To](StringRef Value) -> Error {
            double Number;
            if (Value.getAsDouble(Number) || !(Number > 0 && Number <= Most))
              return invalid("--" + Twine(Name) + " '" + Value +
                             "': a number above 0 is expected");
            To = Number;
            return Error::success();
          }};
}

CommandOption count(const char *Name, unsigned Least, unsigned &To) {
  return {Name, [=, &To](StringRef Value) -> Error {
            if (Value.getAsInteger(10, To) || To < Least)
              return invalid("--" + Twine(Name) + " '" + Value +
                             "': a whole number is expected, at least " +
                             Twine(Least));
            return Error::success();
          }};
}

Expected<std::string> parseMeter(StringRef Value) {
  StringRef Chip = Value;
  if (is_contained({"auto", "rapl", "nvml", "none"}, Value) ||
      (Chip.consume_front("hwmon:") && !Chip.empty()))
    return Value.str();
  return invalid("--power-meter '" + Value +
                 "': auto, rapl, nvml, hwmon:CHIP or none is expected");
}

std::vector<CommandOption> options(MeasureArguments &O) {
  constexpr double Day = 86400, Huge = 1e30;
  KernelRunOptions &Run = O.Kernel.Run;
  return {flag("list", O.List),
          text("platform", Run.Platform),
          count("opencl-device", 0, Run.DeviceNumber),
          positive("timeout", Day, O.Timeout),
          positive("seconds-each", Day, O.SecondsEach),
          text("kind", O.Kind),
          text("o", O.Output),
          text("device", O.Kernel.Device),
          count("runs", 1, Run.Runs),
          positive("seconds", Day, Run.Seconds),
          positive("work", Huge, O.Kernel.Work),
          positive("traffic", Huge, O.Kernel.Traffic),
          parsed("power-meter", parseMeter, Run.Meter.Meter),
          text("power-command", Run.Meter.Command),
          text("sysfs", Run.Meter.Sysfs),
          text("json", O.Kernel.Json),
          flag("allow-unknown", O.Kernel.AllowUnknown)};
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

Expected<json::Value> ask(const json::Value &Request, double Timeout) {
  Expected<json::Value> Answer =
      askWorker(installedPath("libexec/roofline/roofline-opencl"), Request,
                Seconds(Timeout), showProgress);
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

Expected<int> run(MeasureArguments &O) {
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

template <> int commandMain<Command::Measure>(ArrayRef<const char *> Words) {
  MeasureArguments O;
  O.Input.LeastFiles = 0;
  return runCommand(
      parseArguments(Command::Measure, Words, options(O), O.Input), O.Input,
      [&] { return run(O); });
}

} // namespace roofline
