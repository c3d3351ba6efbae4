// Exit codes and functions that the driver's subcommands share.
#ifndef ROOFLINE_TOOLS_COMMAND_H
#define ROOFLINE_TOOLS_COMMAND_H

#include "roofline/Machine/Device.h"
#include "roofline/Pricing/Analyze.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

#include <string>
#include <vector>

namespace roofline {

/// Exit codes of every subcommand.
enum ExitCode : int {
  Done = 0,
  BadInput = 1,
  Incomplete = 2,
  LimitBroken = 2 ///< a number grew, or may have grown, by more than it may
};

/// Prints `roofline: error: ...` once and gives BadInput.
int fail(llvm::Error E);
int fail(const llvm::Twine &Message);

/// A malformed command line or file.
llvm::Error invalid(const llvm::Twine &Message);

/// The driver that runs.
std::string driverPath();

/// A file or folder of the installation, as "share/roofline/rtl".
std::string installedPath(const llvm::Twine &Path);

/// Where the driver looks for device files.
std::vector<std::string> driverFolders();

/// share/roofline/rtl: the Verilog modules of cores.
std::string rtlFolder();

/// share/roofline, of the driver that runs.
std::string shareFolder();

/// share/roofline/programs: what checks of programs need.
std::string hostFolder();
std::string programFolder();

/// The device file that \p NameOrPath names, from where the driver is.
llvm::Expected<Device> chosenDevice(llvm::StringRef NameOrPath);

/// The device of \p Names (de5net where there are none; "all": every one that
/// is found) that prices: the first one with pipelines, else the first one. The
/// others go to \p Options, which asks for their roofs.
llvm::Expected<Device> chosenDevices(llvm::ArrayRef<std::string> Names,
                                     AnalyzeOptions &Options);

/// Writes to the file \p Path, all or nothing; "-" is standard output.
llvm::Error writeOutput(llvm::StringRef Path,
                        llvm::function_ref<void(llvm::raw_ostream &)> Write);
llvm::Error writeOutput(llvm::StringRef Path, llvm::StringRef Text);

/// As writeOutput(), with two blanks of indentation.
llvm::Error writeJson(llvm::StringRef Path, const llvm::json::Value &Value);

/// Flushes standard output: an error where it did not take everything.
llvm::Error finishStandardOutput();

} // namespace roofline

#endif
