// Runs programs in a temporary folder, and handles interrupts.
#include "roofline/Process/RunFolder.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

#include <atomic>

using namespace llvm;

namespace roofline {

static std::atomic<int> Signal = 0;
static std::atomic<bool> IsGuarded = false;
/// Processes that run, in slots that are else 0.
static std::array<std::atomic<pid_t>, 1024> Running;
static_assert(std::atomic<int>::is_always_lock_free &&
              std::atomic<pid_t>::is_always_lock_free);

static void end(pid_t Id) {
  // Compilers in a session of their own remove their files.
  if (kill(-Id, SIGTERM) != 0)
    kill(Id, SIGKILL);
}

static void endProcesses(int Number) {
  Signal = Number;
  for (const std::atomic<pid_t> &Slot : Running)
    if (pid_t Id = Slot)
      end(Id);
}

RunFolder::RunFolder(StringRef Prefix) {
  Signal = 0;
  IsGuarded = true;
  struct sigaction New = {};
  New.sa_handler = endProcesses;
  New.sa_flags = SA_RESETHAND;
  for (size_t I = 0; I < Signals.size(); ++I) {
    sigaction(Signals[I], nullptr, &Old[I]);
    if (Old[I].sa_handler != SIG_IGN)
      sigaction(Signals[I], &New, nullptr);
  }
  EC = sys::fs::createUniqueDirectory(Prefix, Path);
}

RunFolder::~RunFolder() {
  if (!EC)
    sys::fs::remove_directories(Path);
  IsGuarded = false;
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

bool RunFolder::isThere() { return IsGuarded; }
bool RunFolder::isInterrupted() { return IsGuarded && Signal; }

int runProcess(StringRef Program, ArrayRef<StringRef> Args,
               const ProcessOptions &O, std::string &Why) {
  std::vector<StringRef> Line = Args.vec();
  std::string Path = Program.str();
  const std::string Own = Path;
  if (O.WithChildren && IsGuarded)
    if (ErrorOr<std::string> Session = sys::findProgramByName("setsid")) {
      Path = *Session;
      Line.front() = Own;
      Line.insert(Line.begin(), "setsid");
    }
  bool NotStarted = false;
  sys::ProcessInfo Process;
  if (!IsGuarded || !Signal)
    Process = sys::ExecuteNoWait(Path, Line, O.Environment, O.Redirects,
                                 /*MemoryLimit=*/0, &Why, &NotStarted);
  if (NotStarted)
    return -1;
  std::atomic<pid_t> *Slot = nullptr;
  for (std::atomic<pid_t> &Free : Running)
    if (pid_t None = 0;
        Process.Pid && Free.compare_exchange_strong(None, Process.Pid)) {
      Slot = &Free;
      break;
    }
  if (IsGuarded && Signal && Process.Pid) // it came before it was known
    end(Process.Pid);
  int Code = -1;
  if (Process.Pid)
    Code = sys::Wait(Process, O.TimeOut, &Why).ReturnCode;
  if (Slot)
    *Slot = 0;
  if (!IsGuarded || !Signal)
    return Code;
  Why = "interrupted";
  return -1;
}

Expected<Outcome> runWithin(StringRef Folder, StringRef Program,
                            ArrayRef<std::string> Args) {
  SmallString<128> Log(Folder);
  sys::path::append(Log, "output.log");
  sys::fs::remove(Log); // a redirection does not empty it
  // sh changes the folder; the arguments are passed on as they are.
  std::vector<StringRef> Line = {"sh", "-c", "cd \"$0\" && exec \"$@\"", Folder,
                                 Program};
  Line.insert(Line.end(), Args.begin(), Args.end());
  std::optional<StringRef> Redirects[] = {"", StringRef(Log), StringRef(Log)};
  ProcessOptions How;
  How.Redirects = Redirects;
  How.WithChildren = true;
  std::string Why;
  Outcome Result;
  Result.Code = runProcess("/bin/sh", Line, How, Why);
  if (Result.Code == -1) // -2: it aborted, as a simulation that fails does
    return createStringError(Program + ": " + Why);
  if (auto Buffer = MemoryBuffer::getFile(Log, /*IsText=*/true))
    Result.Output = (*Buffer)->getBuffer();
  return Result;
}

std::string lastLines(StringRef Text) {
  SmallVector<StringRef> Lines;
  Text.trim().split(Lines, '\n');
  return join(ArrayRef(Lines).take_back(4), "\n");
}

Expected<std::string> toolOf(StringRef Name, StringRef Package) {
  ErrorOr<std::string> Path = sys::findProgramByName(Name);
  if (!Path)
    return createStringError(Name +
                             " is not installed; on Debian: apt-get install " +
                             (Package.empty() ? Name : Package));
  return *Path;
}

} // namespace roofline
