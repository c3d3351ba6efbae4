// Programs within walls: bubblewrap, or else Landlock.
#include "roofline/Process/Sandbox.h"

#include "Running.h"
#include "Walls.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace llvm;
using Clock = std::chrono::steady_clock;

namespace roofline {

static RunLimits Limits;
const RunLimits &runLimits() { return Limits; }

namespace {

/// [byte] Longest file that a program may write.
constexpr rlim_t MaxFile = rlim_t(4) << 30;
/// [byte] Longest output that is read.
constexpr uint64_t MaxOutput = uint64_t(256) << 20;

const std::vector<std::string> BubblewrapWalls = {"--unshare-all",
                                                  "--die-with-parent",
                                                  "--cap-drop",
                                                  "ALL",
                                                  "--ro-bind",
                                                  "/",
                                                  "/",
                                                  "--dev",
                                                  "/dev",
                                                  "--proc",
                                                  "/proc"};

/// The path of bubblewrap where it can make its walls; containers and
/// kernels may forbid them.
const std::string &bubblewrap() {
  static const std::string Path = [] {
    ErrorOr<std::string> Found = sys::findProgramByName("bwrap");
    ErrorOr<std::string> True = sys::findProgramByName("true");
    if (!Found || !True)
      return std::string();
    std::vector<StringRef> Line = {"bwrap"};
    Line.insert(Line.end(), BubblewrapWalls.begin(), BubblewrapWalls.end());
    Line.push_back(*True);
    const std::optional<StringRef> Nowhere[] = {"", "", ""};
    return sys::ExecuteAndWait(*Found, Line, std::nullopt, Nowhere) == 0
               ? *Found
               : std::string();
  }();
  return Path;
}

/// \p Filter as a file that bubblewrap reads; -1 where that is not possible.
int fileOf(const CallFilter &Filter) {
  const int File = int(memfd_create("filter", 0));
  const size_t Size = Filter.size() * sizeof(sock_filter);
  if (File >= 0 && (write(File, Filter.data(), Size) != ssize_t(Size) ||
                    lseek(File, 0, SEEK_SET) != 0)) {
    close(File);
    return -1;
  }
  return File;
}

/// Everything that a child needs, made before it is: behind a fork of a
/// program with threads nothing may be allocated.
struct Start {
  std::string Path, Folder, Log;
  std::vector<std::string> Words, Environment, Writable;
  std::vector<char *> Arguments, Variables;
  std::vector<const char *> Folders;
  CallFilter Filter;     ///< that the child sets itself
  bool HasWalls = false; ///< of its own
  bool IsStrict = false; ///< without walls it does not start

  void finish() {
    for (std::string &Word : Words)
      Arguments.push_back(Word.data());
    for (std::string &Variable : Environment)
      Variables.push_back(Variable.data());
    for (const std::string &W : Writable)
      Folders.push_back(W.c_str());
    Arguments.push_back(nullptr);
    Variables.push_back(nullptr);
  }
};

[[noreturn]] void startChild(const Start &S, pid_t Parent) {
  setsid();
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != Parent)
    _exit(127);
  for (int Signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE})
    signal(Signal, SIG_DFL);
  const rlimit File = {MaxFile, MaxFile}, None = {0, 0};
  setrlimit(RLIMIT_FSIZE, &File);
  setrlimit(RLIMIT_CORE, &None);
  const int Nothing = open("/dev/null", O_RDONLY);
  const int Log = open(S.Log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (Nothing < 0 || Log < 0 || dup2(Nothing, 0) < 0 || dup2(Log, 1) < 0 ||
      dup2(Log, 2) < 0 || chdir(S.Folder.c_str()) != 0)
    _exit(127);
  if (S.HasWalls) {
    const bool HasFiles =
        restrictWriting(S.Folders.data(), unsigned(S.Folders.size()));
    if (!(setFilter(S.Filter) && HasFiles) && S.IsStrict)
      _exit(127);
  }
  execve(S.Path.c_str(), S.Arguments.data(), S.Variables.data());
  _exit(127);
}

/// Waits for \p Child; false where it was ended because it took too long.
bool waitFor(pid_t Child, int &Status) {
  const auto Begin = Clock::now();
  auto Pause = std::chrono::milliseconds(1);
  bool InTime = true;
  while (true) {
    const pid_t Ended = waitpid(Child, &Status, WNOHANG);
    if (Ended == Child || (Ended < 0 && errno != EINTR))
      return InTime;
    InTime &= Clock::now() - Begin < std::chrono::seconds(Limits.Seconds);
    if (!InTime || RunFolder::isInterrupted())
      kill(-Child, SIGKILL);
    std::this_thread::sleep_for(Pause);
    Pause = std::min(Pause * 2, std::chrono::milliseconds(20));
  }
}

Start startOf(StringRef Folder, StringRef Program, ArrayRef<std::string> Args,
              ArrayRef<std::string> Writable, int FilterFile) {
  Start S;
  SmallString<128> Whole(Folder);
  sys::fs::make_absolute(Whole);
  S.Folder = Whole.str().str();
  S.Log = S.Folder + "/output.log";
  S.Writable = {S.Folder};
  for (const std::string &W : Writable)
    S.Writable.push_back(W);
  constexpr StringLiteral Places[] = {"TMPDIR", "TMP", "TEMP"};
  for (char **E = environ; *E; ++E)
    if (!is_contained(Places, StringRef(*E).split('=').first))
      S.Environment.push_back(*E);
  for (StringRef Place : Places) // tools look at one or another
    S.Environment.push_back(Place.str() + "=" + S.Folder);
  S.IsStrict = Limits.Walls == Sandbox::Always;
  S.Path = Program;
  if (FilterFile >= 0) {
    S.Path = bubblewrap();
    S.Words = {"bwrap"};
    append_range(S.Words, BubblewrapWalls);
    append_range(S.Words, std::vector<std::string>{"--seccomp",
                                                   std::to_string(FilterFile)});
    for (const std::string &W : S.Writable)
      append_range(S.Words, std::vector<std::string>{"--bind", W, W});
    append_range(S.Words, std::vector<std::string>{"--chdir", S.Folder, "--"});
  } else if (Limits.Walls != Sandbox::Never) {
    S.HasWalls = true;
    S.Filter = withoutNetwork();
  }
  S.Words.push_back(Program.str());
  append_range(S.Words, Args);
  S.finish();
  return S;
}

/// The output in \p Log. A full disk cuts it off without a word.
Expected<std::string> outputOf(StringRef Log) {
  uint64_t Size = 0;
  if (std::error_code EC = sys::fs::file_size(Log, Size))
    return createStringError(EC, Log + ": " + EC.message());
  if (Size > MaxOutput)
    return createStringError(Log + ": more than 256 MiB of output");
  if (ErrorOr<sys::fs::space_info> Space = sys::fs::disk_space(Log);
      Space && Space->available == 0 && Space->capacity != 0)
    return createStringError(
        Log + ": " +
        std::make_error_code(std::errc::no_space_on_device).message());
  auto Buffer = MemoryBuffer::getFile(Log, /*IsText=*/true);
  if (!Buffer)
    return createStringError(Buffer.getError(),
                             Log + ": " + Buffer.getError().message());
  return (*Buffer)->getBuffer().str();
}

} // namespace

bool hasSandbox() {
  return !bubblewrap().empty() || (hasLandlock() && !withoutNetwork().empty());
}

Error setRunLimits(RunLimits L) {
  Limits = L;
  if (L.Walls != Sandbox::Always || hasSandbox())
    return Error::success();
  return createStringError("--sandbox always: this system has none; on Debian: "
                           "apt-get install bubblewrap");
}

Expected<Outcome> runForeign(StringRef Folder, StringRef Program,
                             ArrayRef<std::string> Args,
                             ArrayRef<std::string> Writable) {
  int FilterFile = -1;
  if (Limits.Walls != Sandbox::Never && !bubblewrap().empty())
    FilterFile = fileOf(withoutNetwork());
  auto Close = make_scope_exit([&] {
    if (FilterFile >= 0)
      close(FilterFile);
  });
  const Start S = startOf(Folder, Program, Args, Writable, FilterFile);
  if (RunFolder::isInterrupted())
    return createStringError(Program + ": interrupted");
  const pid_t Parent = getpid();
  const pid_t Child = fork();
  if (Child < 0)
    return createStringError(Program + ": no process: " + strerror(errno));
  if (Child == 0)
    startChild(S, Parent);
  int Status = 0;
  bool InTime = false;
  {
    RunningProcess Ends(Child);
    InTime = waitFor(Child, Status);
  }
  kill(-Child, SIGKILL); // what it left behind
  if (RunFolder::isInterrupted())
    return createStringError(Program + ": interrupted");
  if (!InTime)
    return createStringError(Program + " did not end within " +
                             Twine(Limits.Seconds) + " s (--time-limit)");
  Outcome Result;
  Result.Code = WIFEXITED(Status) ? WEXITSTATUS(Status) : -2;
  Expected<std::string> Output = outputOf(S.Log);
  if (!Output)
    return Output.takeError();
  Result.Output = std::move(*Output);
  if (Result.Code == 127 && Result.Output.empty())
    return createStringError(Program + ": does not start");
  return Result;
}

} // namespace roofline
