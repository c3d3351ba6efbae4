// Runs programs in a temporary folder, and handles interrupts.
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

/// A folder for the files of one run, for this user alone; the destructor
/// removes it. While the folder exists, SIGINT, SIGTERM and SIGHUP end the
/// processes of runProcess() and Sandbox.h, and the signal reaches this process
/// once the folder is gone. A second signal takes effect at once. Where this
/// process is killed, a guard ends these processes and removes the folder,
/// unless the prefix is an absolute path. At most one such folder exists at a
/// time.
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
  /// True after a signal while the folder exists.
  static bool isInterrupted();
  /// Makes a new folder \p Path in the folder that is there.
  static std::error_code makeSubfolder(llvm::StringRef Prefix,
                                       llvm::SmallVectorImpl<char> &Path);

private:
  void startGuard(bool KeepsFolder);

  static constexpr std::array<int, 3> Signals = {SIGINT, SIGTERM, SIGHUP};
  std::array<struct sigaction, Signals.size()> Old;
  llvm::SmallString<128> Path;
  std::error_code EC;
  pid_t Guard = -1;  ///< process
  int GuardEnd = -1; ///< file whose end the guard waits for
};

struct ProcessOptions {
  std::optional<llvm::ArrayRef<llvm::StringRef>> Environment;
  llvm::ArrayRef<std::optional<llvm::StringRef>> Redirects;
  std::optional<unsigned> TimeOut; ///< [s]
  /// Runs the program in a session of its own: its processes end with it, and
  /// only we get a terminal's interrupt. Needs a RunFolder.
  bool WithChildren = false;
};

/// Runs \p Program as llvm::sys::ExecuteAndWait() does. \p Args begin with the
/// program's name. Returns -1 with \p Why "interrupted" after an interrupt.
int runProcess(llvm::StringRef Program, llvm::ArrayRef<llvm::StringRef> Args,
               const ProcessOptions &O, std::string &Why);

/// Exit code and output of a program.
struct Outcome {
  int Code = 0;
  std::string Output; ///< both streams
};

/// Runs \p Program within \p Folder, with its output to output.log there. An
/// error when the program cannot run.
llvm::Expected<Outcome> runWithin(llvm::StringRef Folder,
                                  llvm::StringRef Program,
                                  llvm::ArrayRef<std::string> Args);

/// The last lines of a program's output \p Text.
std::string lastLines(llvm::StringRef Text);

/// Finds the path of program \p Name. The error says how to install it;
/// \p Package names its package unless that has the same name.
llvm::Expected<std::string> toolOf(llvm::StringRef Name,
                                   llvm::StringRef Package = "");

} // namespace roofline

#endif
