// Code of this program's own compiler in a process that can only compute.
#include "Running.h"
#include "Walls.h"
#include "roofline/Process/Sandbox.h"

#include "llvm/ADT/ScopeExit.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__)
#define ROOFLINE_HAS_RUNTIME 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ROOFLINE_HAS_RUNTIME 1
#endif
#endif

using namespace llvm;

namespace roofline {

namespace {

/// Head of the memory that parent and child share. The child may be hostile:
/// the parent believes nothing of it but two flags and a bounded text.
struct Head {
  uint32_t IsDone;
  uint32_t HasFailed;
  char Message[2048];
};

/// Signals get back their default action: a handler of this program would ask
/// the system for what the child may not have.
void resetSignals() {
  for (int Signal : {SIGINT, SIGTERM, SIGHUP, SIGSEGV, SIGBUS, SIGILL, SIGFPE,
                     SIGABRT, SIGTRAP, SIGSYS, SIGXCPU})
    signal(Signal, SIG_DFL);
  sigset_t None;
  sigemptyset(&None);
  sigprocmask(SIG_SETMASK, &None, nullptr);
}

void enterWalls(pid_t Parent, const CallFilter &Filter) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != Parent)
    _exit(1);
  resetSignals();
  closeFilesBut(-1);
  const rlim_t Seconds = runLimits().Seconds;
  const rlimit Time = {Seconds, Seconds + 1}, None = {0, 0};
  setrlimit(RLIMIT_CPU, &Time);
  setrlimit(RLIMIT_CORE, &None);
#ifndef ROOFLINE_HAS_RUNTIME // whose reports need the system
  if (runLimits().Walls != Sandbox::Never && !setFilter(Filter) &&
      runLimits().Walls == Sandbox::Always)
    _exit(1);
#endif
}

Error howItEnded(StringRef What, int Status) {
  const int Signal = WIFSIGNALED(Status) ? WTERMSIG(Status) : 0;
  if (Signal == SIGXCPU || Signal == SIGKILL)
    return createStringError(
        What + (Signal == SIGXCPU
                    ? " did not end within " + Twine(runLimits().Seconds) +
                          " s of processor time (--time-limit)"
                    : Twine(" was killed, as where memory is short")));
  if (Signal == SIGSYS)
    return createStringError(What + " asks the operating system for "
                                    "something; a kernel computes alone");
  if (Signal)
    return createStringError(What + " ended by signal " + Twine(Signal) + ", " +
                             strsignal(Signal));
  return createStringError(What + " left no result");
}

} // namespace

Error runApart(StringRef What, size_t Size,
               function_ref<Error(MutableArrayRef<uint8_t>)> Run,
               function_ref<void(ArrayRef<uint8_t>)> Take) {
  const size_t Whole = sizeof(Head) + Size;
  void *Shared = mmap(nullptr, Whole, PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (Shared == MAP_FAILED)
    return createStringError(What + ": no memory for its results");
  auto Unmap = make_scope_exit([&] { munmap(Shared, Whole); });
  auto *Begin = static_cast<Head *>(Shared);
  auto *Bytes = reinterpret_cast<uint8_t *>(Begin + 1);
  const CallFilter Filter = computingAlone();
  const pid_t Parent = getpid();
  const pid_t Child = fork();
  if (Child < 0)
    return createStringError(What + ": no process: " + strerror(errno));
  if (Child == 0) {
    enterWalls(Parent, Filter);
    if (Error E = Run(MutableArrayRef(Bytes, Size))) {
      const std::string Text = toString(std::move(E));
      Text.copy(Begin->Message, sizeof Begin->Message - 1);
      Begin->HasFailed = 1;
    }
    Begin->IsDone = 1;
    _exit(0);
  }
  int Status = 0;
  {
    RunningProcess Ends(Child);
    while (waitpid(Child, &Status, 0) < 0 && errno == EINTR)
      ;
  }
  if (RunFolder::isInterrupted())
    return createStringError("interrupted");
  if (!WIFEXITED(Status) || !Begin->IsDone)
    return howItEnded(What, Status);
  if (Begin->HasFailed)
    return createStringError(std::string(
        Begin->Message, strnlen(Begin->Message, sizeof Begin->Message)));
  Take(ArrayRef(Bytes, Size));
  return Error::success();
}

} // namespace roofline
