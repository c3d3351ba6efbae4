// Programs that are run in a folder of their own, and interrupts.
#ifndef ROOFLINE_PROCESS_RUNFOLDER_H
#define ROOFLINE_PROCESS_RUNFOLDER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <array>
#include <csignal>
#include <optional>
#include <string>
#include <system_error>

namespace roofline {

/// A folder for the files of one run, removed in the end. While it is there,
/// SIGINT, SIGTERM and SIGHUP end what runProcess() runs; they reach this
/// process when the folder is gone. A second signal is not held back. There is
/// one such folder at a time.
class RunFolder {
public:
  explicit RunFolder(llvm::StringRef Prefix);
  ~RunFolder();
  RunFolder(const RunFolder &) = delete;
  RunFolder &operator=(const RunFolder &) = delete;

  std::error_code error() const { return EC; }
  llvm::StringRef path() const { return Path; }
  std::string file(llvm::StringRef Name) const;
  static bool isThere();
  /// True after a signal to the folder that is there.
  static bool isInterrupted();

private:
  static constexpr std::array<int, 3> Signals = {SIGINT, SIGTERM, SIGHUP};
  std::array<struct sigaction, Signals.size()> Old;
  llvm::SmallString<128> Path;
  std::error_code EC;
};

struct ProcessOptions {
  std::optional<llvm::ArrayRef<llvm::StringRef>> Environment;
  llvm::ArrayRef<std::optional<llvm::StringRef>> Redirects;
  std::optional<unsigned> TimeOut; ///< [s]
  /// Processes that the program starts end with it, and a terminal's interrupt
  /// comes to us alone; where a RunFolder is there.
  bool WithChildren = false;
};

/// As llvm::sys::ExecuteAndWait(), \p Args from the program's name on; -1 and
/// "interrupted" after an interrupt.
int runProcess(llvm::StringRef Program, llvm::ArrayRef<llvm::StringRef> Args,
               const ProcessOptions &O, std::string &Why);

/// Exit code and output of a program.
struct Outcome {
  int Code = 0;
  std::string Output; ///< both streams
};

/// Runs \p Program within \p Folder, to its output.log; its output, or why it
/// could not be run.
llvm::Expected<Outcome> runWithin(llvm::StringRef Folder,
                                  llvm::StringRef Program,
                                  llvm::ArrayRef<std::string> Args);

/// The end of what a program said.
std::string lastLines(llvm::StringRef Text);

/// The path of program \p Name; the error says how to install it, as a part of
/// \p Package where it is one.
llvm::Expected<std::string> toolOf(llvm::StringRef Name,
                                   llvm::StringRef Package = "");

} // namespace roofline

#endif
