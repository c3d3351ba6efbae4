// Runs programs in a temporary folder, and handles interrupts.
#include "roofline/Process/RunFolder.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

#include "Running.h"

#include <atomic>
#include <cerrno>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace llvm;

namespace roofline {

static std::atomic<int> Signal = 0;
static std::atomic<bool> IsGuarded = false;
/// Folder that is there, for subfolder().
static const RunFolder *Current = nullptr;

/// Processes that run, in slots that are else 0. The guard of a RunFolder sees
/// them too.
static constexpr size_t NumSlots = 1024;
static std::atomic<pid_t> *const Running = [] {
  void *Slots = mmap(nullptr, NumSlots * sizeof(std::atomic<pid_t>),
                     PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return Slots == MAP_FAILED ? new std::atomic<pid_t>[NumSlots]()
                             : static_cast<std::atomic<pid_t> *>(Slots);
}();
static_assert(std::atomic<int>::is_always_lock_free &&
              std::atomic<pid_t>::is_always_lock_free);

static void end(pid_t Id) {
  // Compilers in a session of their own remove their files.
  if (kill(-Id, SIGTERM) != 0)
    kill(Id, SIGKILL);
}

static void endProcesses(int Number) {
  Signal = Number;
  for (size_t I = 0; I < NumSlots; ++I)
    if (pid_t Id = Running[I])
      end(Id);
}

RunningProcess::RunningProcess(pid_t Id) {
  for (size_t I = 0; I < NumSlots && Id > 0 && !Slot; ++I)
    if (pid_t None = 0; Running[I].compare_exchange_strong(None, Id))
      Slot = &Running[I];
  if (IsGuarded && Signal && Id > 0) // it came before it was known
    end(Id);
}

RunningProcess::~RunningProcess() {
  if (Slot)
    *Slot = 0;
}

void closeFilesBut(int Kept) {
  const long Before = Kept <= 0 ? 0 : syscall(SYS_close_range, 0, Kept - 1, 0);
  const long Behind = syscall(SYS_close_range, Kept + 1, ~0U, 0);
  if (Before == 0 && Behind == 0)
    return;
  for (int File = 0; File < 4096; ++File)
    if (File != Kept)
      close(File);
}

/// Waits in a process of its own for the end of this one: without a word, it
/// was killed, and so is what it ran.
[[noreturn]] static void guard(int End, const char *Folder) {
  setsid();
  for (int Number : {SIGINT, SIGTERM, SIGHUP})
    signal(Number, SIG_IGN);
  closeFilesBut(End);
  char Word;
  ssize_t Read;
  while ((Read = read(End, &Word, 1)) < 0 && errno == EINTR)
    ;
  if (Read == 1)
    _exit(0);
  bool Any = false;
  for (size_t I = 0; I < NumSlots; ++I)
    if (pid_t Id = Running[I]) {
      end(Id);
      Any = true;
    }
  if (Any)
    sleep(1);
  for (size_t I = 0; I < NumSlots; ++I)
    if (pid_t Id = Running[I])
      kill(-Id, SIGKILL);
  if (*Folder)
    sys::fs::remove_directories(Folder);
  _exit(0);
}

void RunFolder::startGuard(bool KeepsFolder) {
  int Ends[2];
  if (pipe2(Ends, O_CLOEXEC) != 0)
    return;
  Guard = fork();
  if (Guard == 0) {
    close(Ends[1]);
    guard(Ends[0], KeepsFolder ? "" : Path.c_str());
  }
  close(Ends[0]);
  if (Guard > 0)
    GuardEnd = Ends[1];
  else
    close(Ends[1]);
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
  if (!EC) // whatever the umask
    EC = sys::fs::setPermissions(Path, sys::fs::owner_all);
  Current = this;
  if (!EC) // jobs of a cluster outlive this program, with their folder
    startGuard(/*KeepsFolder=*/sys::path::is_absolute(Prefix));
}

RunFolder::~RunFolder() {
  if (!EC)
    sys::fs::remove_directories(Path);
  if (GuardEnd >= 0) {
    [[maybe_unused]] ssize_t Written = write(GuardEnd, "", 1);
    close(GuardEnd);
    while (waitpid(Guard, nullptr, 0) < 0 && errno == EINTR)
      ;
  }
  Current = nullptr;
  IsGuarded = false;
  for (size_t I = 0; I < Signals.size(); ++I)
    sigaction(Signals[I], &Old[I], nullptr);
  if (int Number = Signal)
    raise(Number);
}

std::error_code RunFolder::makeSubfolder(StringRef Prefix,
                                         SmallVectorImpl<char> &Path) {
  assert(Current && "there is no run folder");
  std::error_code EC =
      sys::fs::createUniqueDirectory(Current->file(Prefix), Path);
  return EC ? EC : sys::fs::setPermissions(Path, sys::fs::owner_all);
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
  int Code = -1;
  {
    RunningProcess Ends(Process.Pid);
    if (Process.Pid)
      Code = sys::Wait(Process, O.TimeOut, &Why).ReturnCode;
  }
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
