// The options by which every subcommand takes kernels and their launch.
#ifndef ROOFLINE_TOOLS_KERNELINPUT_H
#define ROOFLINE_TOOLS_KERNELINPUT_H

#include "CommandLine.h"

#include "roofline/DeviceFiles/FoundLaunch.h"
#include "roofline/Frontend/CompileProject.h"
#include "roofline/HlsProject/HlsProject.h"
#include "roofline/Kernel/KernelSummary.h"
#include "roofline/Options/LaunchOptions.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <memory>

namespace llvm {
class LLVMContext;
class Module;
} // namespace llvm

namespace roofline {

/// A file of kernels, how it is compiled and how it is launched.
struct KernelInput {
  std::string File, Kernel, LaunchPath;
  size_t LeastFiles = 1, MostFiles = 1; ///< that the command takes
  std::vector<std::string> MoreFiles;   ///< the files behind File
  LaunchTexts Texts;
  /// Buffers of a chain of kernels that nobody needs afterwards.
  std::vector<std::string> Temporaries;
  /// Contents of buffers, from the launch file.
  BufferFills Buffers;
  /// Sizes of buffers that indices do not tell: "x=64".
  std::vector<std::string> BufferSizes;
  std::vector<std::string> ClangArgs; ///< -D, -U, -I, -include, -cl-std
  /// Functions of C or C++ that are kernels, by their names in the source.
  std::vector<std::string> Tops;
  /// A vendor's folder of headers, instead of our own.
  std::string HlsHeaders;
  /// Sums of floating-point numbers may be rebalanced.
  bool UnsafeMath = false;
  /// Tops, directives and options of a project of high-level synthesis.
  std::optional<HlsProject> Project;
  /// Macros of the device's vendor: "ALTERA_CL=1"; ClangArgs win.
  std::vector<std::string> DeviceDefines;
  /// The command takes --iterate, --swap and --borders.
  bool TakesIteration = false;
  /// Float sums are interleaved: Core/StreamUnits.h.
  bool Reassociates = false;
  /// The command makes cores that take launch values at run time.
  bool TakesMaxima = false;
  /// The command takes a list of launches: they are in Plan then.
  bool TakesPlan = false;
  std::vector<PlannedLaunch> Plan;

  /// True for functions of C or C++, which are launched by nobody.
  bool isHls() const;

  /// True after an option that is about kernels.
  bool hasOptions() const {
    return !Kernel.empty() || !LaunchPath.empty() || !ClangArgs.empty() ||
           Texts != LaunchTexts();
  }

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

  /// The launch file that was found and names the function of C++ or its
  /// project, else empty.
  std::string FoundTop;
  /// Names it on standard error, if there is one.
  void noteFoundTop();

  /// \p E at its place in the launch file, where it is about that.
  llvm::Error locate(llvm::Error E) const;

  /// ClangArgs, with those DeviceDefines that they leave.
  std::vector<std::string> allClangArgs() const;

  /// The kernels of File (.cl, .cpp, .c, .ll, .bc), which can be launched;
  /// functions of C and C++ as makeLaunchedKernels() makes them.
  llvm::Expected<std::unique_ptr<llvm::Module>>
  readModule(llvm::LLVMContext &Context) const;

  /// The kernels of File (.cl, .cpp, .c, .ll, .bc, .summary.json), or the one
  /// that Kernel names.
  llvm::Expected<std::vector<KernelSummary>> readKernels() const;

  /// The same, after takeFound().
  llvm::Expected<std::vector<KernelSummary>> readKernels(Launch &L);

  /// The one kernel, after takeFound(); an error where there are several and
  /// none is named.
  llvm::Expected<KernelSummary> readKernel(Launch &L);

  /// Variables of the loops of a list of launches, of which the command takes
  /// one: arguments that the kernel may lack.
  std::vector<std::string> NamesOfLoops;

  /// Takes the project that a launch file names: its first source is File then.
  llvm::Error takeProject();

private:
  bool namesLaunch() const {
    return !LaunchPath.empty() && LaunchPath != NoLaunch;
  }
  llvm::Error readHlsLaunch();
  llvm::Error takeHlsLaunch(const LaunchFile &Read);

  /// The launch file that was named, or found.
  std::optional<LaunchFile> TheFile;
  bool IsFound = false, IsNoted = false;

  /// A module, and those of its functions that are synthesised, by their names
  /// in the object file; none: its kernels are OpenCL's.
  struct Functions {
    std::unique_ptr<llvm::Module> M;
    std::vector<std::string> Tops;
  };
  llvm::Expected<Functions> readFunctions(llvm::LLVMContext &Context) const;
  std::vector<CppSource> cppSources() const;
  llvm::Expected<std::vector<KernelSummary>> readFile() const;
  llvm::Expected<std::vector<KernelSummary>>
  chosen(std::vector<KernelSummary> Kernels) const;
  void chooseKernel(llvm::ArrayRef<std::string> Names);
  llvm::Error completePlan(std::vector<PlannedLaunch> All);
  llvm::Error chooseOne(llvm::ArrayRef<PlannedLaunch> All, Launch &L);
};

/// Reads \p Words, the command line of \p C: its files and the options of
/// kernels go to \p Input, the others to \p Options. False: help was asked for
/// and is printed. \p OtherOption, if not null, gets the name of an option that
/// \p C takes and none of these does.
llvm::Expected<bool> parseArguments(Command C,
                                    llvm::ArrayRef<const char *> Words,
                                    std::vector<CommandOption> Options,
                                    KernelInput &Input,
                                    std::string *OtherOption = nullptr);

/// Runs a command whose options are \p Parsed, and gives its exit code. Errors
/// about a launch file of \p Input name the place.
int runCommand(llvm::Expected<bool> Parsed, const KernelInput &Input,
               llvm::function_ref<llvm::Expected<int>()> Run);

} // namespace roofline

#endif
