// The options by which every subcommand takes kernels and their launch.
#ifndef ROOFLINE_TOOLS_KERNELINPUT_H
#define ROOFLINE_TOOLS_KERNELINPUT_H

#include "roofline/DeviceFiles/LaunchFile.h"
#include "roofline/Kernel/KernelSummary.h"
#include "roofline/Options/LaunchOptions.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <functional>
#include <getopt.h>
#include <memory>
#include <string>
#include <vector>

namespace llvm {
class LLVMContext;
class Module;
} // namespace llvm

namespace roofline {

enum InputOption {
  OptHelp = 256,
  OptKernel,
  OptGlobal,
  OptLocal,
  OptArg,
  OptTrip,
  OptLaunch,
  OptIterate,
  OptSwap,
  OptBorders,
  OptStd,
  OptInclude,
  FirstOwnOption ///< a subcommand's own options begin here
};

/// The entries of a getopt table that KernelInput understands.
// clang-format off
#define ROOFLINE_INPUT_OPTIONS                                                 \
  {"kernel", required_argument, nullptr, OptKernel},                           \
  {"global", required_argument, nullptr, OptGlobal},                           \
  {"local", required_argument, nullptr, OptLocal},                             \
  {"arg", required_argument, nullptr, OptArg},                                 \
  {"trip", required_argument, nullptr, OptTrip},                               \
  {"launch", required_argument, nullptr, OptLaunch},                           \
  {"iterate", required_argument, nullptr, OptIterate},                         \
  {"swap", required_argument, nullptr, OptSwap},                               \
  {"borders", required_argument, nullptr, OptBorders},                         \
  {"help", no_argument, nullptr, OptHelp},                                     \
  {"cl-std", required_argument, nullptr, OptStd},                              \
  {"include", required_argument, nullptr, OptInclude}
// clang-format on

/// A file of kernels, how it is compiled and how it is launched.
struct KernelInput {
  std::string File, Kernel, LaunchPath;
  bool MayBeAbsent = false;   ///< the command also does without a file
  bool FileAlone = false;     ///< the file is no kernel: no options for kernels
  bool TakesTwoFiles = false; ///< the second one is SecondFile
  std::string SecondFile;
  LaunchTexts Texts;
  /// Buffers of a chain of kernels that nobody needs afterwards.
  std::vector<std::string> Temporaries;
  /// Of the launch file.
  BufferFills Buffers;
  std::vector<std::string> ClangArgs; ///< -D, -U, -I, -include, -cl-std
  /// Macros of the device's vendor: "ALTERA_CL=1"; ClangArgs win.
  std::vector<std::string> DeviceDefines;
  /// The command takes --iterate, --swap and --borders.
  bool TakesIteration = false;
  /// The command takes a list of launches: they are in Plan then.
  bool TakesPlan = false;
  std::vector<PlannedLaunch> Plan;

  /// Takes the option \p Opt; false where it is not one of ours.
  bool take(int Opt, llvm::StringRef Value);

  /// The launch file, if there is one, and the options, which win.
  llvm::Error readLaunch(Launch &L);

  /// ClangArgs, with those DeviceDefines that they leave.
  std::vector<std::string> allClangArgs() const;

  /// The kernels of File (.cl, .ll, .bc, .summary.json), or the one that Kernel
  /// names.
  llvm::Expected<std::vector<KernelSummary>> readKernels() const;

  /// The one kernel; an error where there are several and none is named.
  llvm::Expected<KernelSummary> readKernel() const;

  /// Variables of the loops of a list of launches, of which the command takes
  /// one: arguments that the kernel may lack.
  std::vector<std::string> NamesOfLoops;

private:
  llvm::Error completePlan(std::vector<PlannedLaunch> All);
  llvm::Error chooseOne(llvm::ArrayRef<PlannedLaunch> All, Launch &L);
};

/// The module of a .cl, .ll or .bc file that exists.
llvm::Expected<std::unique_ptr<llvm::Module>>
readModule(const std::string &File, llvm::ArrayRef<std::string> ClangArgs,
           llvm::LLVMContext &Context);

/// An option of a subcommand's own, and what takes it.
struct CommandOption {
  const char *Name; ///< "json"
  bool HasValue;
  std::function<llvm::Error(llvm::StringRef)> Take;
};

inline CommandOption flag(const char *Name, bool &To) {
  return {Name, false, [&To](llvm::StringRef) {
            To = true;
            return llvm::Error::success();
          }};
}
inline CommandOption text(const char *Name, std::string &To) {
  return {Name, true, [&To](llvm::StringRef Value) {
            To = Value;
            return llvm::Error::success();
          }};
}
inline CommandOption texts(const char *Name, std::vector<std::string> &To) {
  return {Name, true, [&To](llvm::StringRef Value) {
            To.push_back(Value.str());
            return llvm::Error::success();
          }};
}
/// \p Parse gives an Expected of what \p To takes.
template <typename Parser, typename T>
CommandOption parsed(const char *Name, Parser Parse, T &To) {
  return {Name, true, [Parse, &To](llvm::StringRef Value) -> llvm::Error {
            auto Result = Parse(Value);
            if (!Result)
              return Result.takeError();
            To = std::move(*Result);
            return llvm::Error::success();
          }};
}

/// Reads \p argv by the options of \p Input and \p Own, and "--help". False:
/// \p Help was asked for and is printed.
llvm::Expected<bool> parseArguments(int argc, char **argv,
                                    llvm::ArrayRef<CommandOption> Own,
                                    llvm::StringRef Help, KernelInput &Input);

/// Runs a command whose options are \p Parsed, and gives its exit code.
int runCommand(llvm::Expected<bool> Parsed,
               llvm::function_ref<llvm::Expected<int>()> Run);

/// Reads \p argv by \p Options (and "-D", "-I"); what \p Input does not take
/// goes to \p Own. Without \p Input there are no positional arguments, with it
/// one, the file. False: \p Help was asked for and is printed.
llvm::Expected<bool>
parseArguments(int argc, char **argv, const option *Options,
               llvm::StringRef Help, KernelInput *Input,
               llvm::function_ref<llvm::Error(int, llvm::StringRef)> Own);

} // namespace roofline

#endif
