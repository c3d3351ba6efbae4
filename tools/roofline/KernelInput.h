// The options by which every subcommand takes kernels and their launch.
#ifndef ROOFLINE_TOOLS_KERNELINPUT_H
#define ROOFLINE_TOOLS_KERNELINPUT_H

#include "roofline/DeviceFiles/FoundLaunch.h"
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
  bool TakesMoreFiles = false; ///< those behind File are MoreFiles
  std::vector<std::string> MoreFiles;
  LaunchTexts Texts;
  /// Buffers of a chain of kernels that nobody needs afterwards.
  std::vector<std::string> Temporaries;
  /// Contents of buffers, from the launch file.
  BufferFills Buffers;
  std::vector<std::string> ClangArgs; ///< -D, -U, -I, -include, -cl-std
  /// Macros of the device's vendor: "ALTERA_CL=1"; ClangArgs win.
  std::vector<std::string> DeviceDefines;
  /// The command takes --iterate, --swap and --borders.
  bool TakesIteration = false;
  /// The command takes a list of launches: they are in Plan then.
  bool TakesPlan = false;
  std::vector<PlannedLaunch> Plan;

  /// True after an option that is about kernels.
  bool hasOptions() const {
    return !Kernel.empty() || !LaunchPath.empty() || !ClangArgs.empty() ||
           Texts != LaunchTexts();
  }

  /// Takes the option \p Opt; false where it is not one of ours.
  bool take(int Opt, llvm::StringRef Value);

  /// Another option gives the launch; then no file is looked for.
  bool HasProfile = false;

  /// The launch file, if there is one, and the options, which win. Where one
  /// was found beside the source, takeFound() has to follow.
  llvm::Error readLaunch(Launch &L);

  /// The found launch file's entry of the chosen kernel, and the options;
  /// chooses one of \p Names, the source's, as the file has it.
  llvm::Error takeFound(llvm::ArrayRef<std::string> Names, Launch &L);

  /// Checks the found launch file against \p Kernels, the source's. Where it
  /// lists all launches of an application of these, they go to Plan.
  llvm::Error checkAgainst(llvm::ArrayRef<KernelSummary> Kernels);

  /// Adds to \p L, which the options gave to \p K, what the found launch file
  /// says of it.
  llvm::Error adjust(const KernelSummary &K, Launch &L) const;

  /// The path of the launch file that was found and adds to what the options
  /// say of \p Kernel, else empty.
  std::string foundFor(llvm::StringRef Kernel) const;

  /// Names the found launch file on standard error, once.
  void noteFound();

  /// \p E at its place in the launch file, where it is about that.
  llvm::Error locate(llvm::Error E) const;

  /// ClangArgs, with those DeviceDefines that they leave.
  std::vector<std::string> allClangArgs() const;

  /// The kernels of File (.cl, .ll, .bc, .summary.json), or the one that Kernel
  /// names.
  llvm::Expected<std::vector<KernelSummary>> readKernels() const;

  /// The same, after takeFound().
  llvm::Expected<std::vector<KernelSummary>> readKernels(Launch &L);

  /// The one kernel, after takeFound(); an error where there are several and
  /// none is named.
  llvm::Expected<KernelSummary> readKernel(Launch &L);

  /// Variables of the loops of a list of launches, of which the command takes
  /// one: arguments that the kernel may lack.
  std::vector<std::string> NamesOfLoops;

private:
  /// The launch file that was named, or found.
  std::optional<LaunchFile> TheFile;
  bool IsFound = false, IsNoted = false;

  llvm::Expected<std::vector<KernelSummary>>
  chosen(std::vector<KernelSummary> Kernels) const;
  void chooseKernel(llvm::ArrayRef<std::string> Names);
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
  const char *Alias = nullptr; ///< an earlier spelling, still read
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

llvm::Error parseCount(llvm::StringRef Value, llvm::StringRef Name,
                       uint32_t &Out);
/// An option whose value is a number from 1.
CommandOption count(const char *Name, uint32_t &To);

/// \p Option, named in \p By where it is given.
inline CommandOption noted(CommandOption Option, std::string &By) {
  Option.Take = [Name = std::string("--") + Option.Name, Take = Option.Take,
                 &By](llvm::StringRef Value) {
    By = Name;
    return Take(Value);
  };
  return Option;
}

/// Reads \p argv by the options of \p Input and \p Own, and "--help". False:
/// \p Help was asked for and is printed.
llvm::Expected<bool> parseArguments(int argc, char **argv,
                                    llvm::ArrayRef<CommandOption> Own,
                                    llvm::StringRef Help, KernelInput &Input);

/// Runs a command whose options are \p Parsed, and gives its exit code. Errors
/// about a launch file of \p Input name the place.
int runCommand(llvm::Expected<bool> Parsed, const KernelInput &Input,
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
