// A temporary folder that an interrupt does not leave behind.
#ifndef ROOFLINE_LIB_PROFILE_RUNFOLDER_H
#define ROOFLINE_LIB_PROFILE_RUNFOLDER_H

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"

#include <array>
#include <csignal>
#include <string>
#include <system_error>

namespace roofline {

/// A folder of its own for the files of one run, removed in the end. While it
/// is there, SIGINT, SIGTERM and SIGHUP end the run's process; they reach this
/// one when the folder is gone. A second signal is not held back. There is one
/// such folder at a time.
class RunFolder {
public:
  RunFolder();
  ~RunFolder();
  RunFolder(const RunFolder &) = delete;
  RunFolder &operator=(const RunFolder &) = delete;

  std::error_code error() const { return EC; }
  std::string file(llvm::StringRef Name) const;

  /// Names the process of the run; 0 when it has ended.
  void setProcess(pid_t Id);
  bool interrupted() const;

private:
  static constexpr std::array<int, 3> Signals = {SIGINT, SIGTERM, SIGHUP};
  std::array<struct sigaction, Signals.size()> Old;
  llvm::SmallString<128> Path;
  std::error_code EC;
};

} // namespace roofline

#endif
