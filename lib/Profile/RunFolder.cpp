// A temporary folder that an interrupt does not leave behind.
#include "RunFolder.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <atomic>

using namespace llvm;

namespace roofline {

static std::atomic<int> Signal = 0;
static std::atomic<pid_t> Process = 0;
static_assert(std::atomic<int>::is_always_lock_free &&
              std::atomic<pid_t>::is_always_lock_free);

static void endProcess(int Number) {
  Signal = Number;
  if (pid_t Id = Process)
    kill(Id, SIGKILL);
}

RunFolder::RunFolder() {
  Signal = 0;
  struct sigaction New = {};
  New.sa_handler = endProcess;
  New.sa_flags = SA_RESETHAND;
  for (size_t I = 0; I < Signals.size(); ++I) {
    sigaction(Signals[I], nullptr, &Old[I]);
    if (Old[I].sa_handler != SIG_IGN)
      sigaction(Signals[I], &New, nullptr);
  }
  EC = sys::fs::createUniqueDirectory("roofline-profile", Path);
}

RunFolder::~RunFolder() {
  if (!EC)
    sys::fs::remove_directories(Path);
  for (size_t I = 0; I < Signals.size(); ++I)
    sigaction(Signals[I], &Old[I], nullptr);
  if (int Number = Signal)
    raise(Number);
}

std::string RunFolder::file(StringRef Name) const {
  SmallString<128> Whole = Path;
  sys::path::append(Whole, Name);
  return std::string(Whole);
}

void RunFolder::setProcess(pid_t Id) {
  Process = Id;
  if (Id && Signal) // it came before the process was known
    kill(Id, SIGKILL);
}

bool RunFolder::interrupted() const { return Signal != 0; }

} // namespace roofline
