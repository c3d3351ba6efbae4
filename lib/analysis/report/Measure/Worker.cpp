// Starting the OpenCL worker, listening to it, and its own loop.
#include "roofline/Measure/Worker.h"
#include "Messages.h"

#include "llvm/ADT/Twine.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/FormatVariadic.h"

#include <csignal>
#include <cstring>

#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace llvm;

namespace roofline {
namespace {

/// The worker's process, seen from the driver.
class Child {
public:
  Child(pid_t Id, int Socket) : Id(Id), Socket(Socket) {}
  ~Child() {
    close(Socket);
    if (!Ended) {
      kill(Id, SIGKILL);
      wait();
    }
  }
  Expected<json::Value> listen(Seconds Timeout,
                               function_ref<void(StringRef)> Show);

private:
  int wait() {
    int Status = 0;
    sys::RetryAfterSignal(-1, waitpid, Id, &Status, 0);
    Ended = true;
    return Status;
  }
  Error diedEarly();

  pid_t Id;
  int Socket;
  bool Ended = false;
  std::string Doing; ///< the last progress message
};

Error Child::diedEarly() {
  int Status = wait();
  std::string How = WIFSIGNALED(Status)
                        ? formatv("by signal {0} ({1})", WTERMSIG(Status),
                                  strsignal(WTERMSIG(Status)))
                              .str()
                        : formatv("with status {0}", WEXITSTATUS(Status)).str();
  return createStringError((Doing.empty() ? "" : Doing + ": ") +
                           "the process that uses OpenCL ended " + How);
}

Expected<json::Value> Child::listen(Seconds Timeout,
                                    function_ref<void(StringRef)> Show) {
  for (;;) {
    Expected<std::optional<Message>> M = receiveMessage(Socket, Timeout);
    if (!M)
      return createStringError((Doing.empty() ? "" : Doing + ": ") +
                               toString(M.takeError()) +
                               "; it was ended (see --timeout)");
    if (!*M)
      return diedEarly();
    if ((*M)->K == Message::Kind::Answer)
      return json::parse((*M)->Text);
    if ((*M)->K == Message::Kind::Error)
      return createStringError((*M)->Text);
    Doing = (*M)->Text;
    Show(Doing);
  }
}

/// Runs in the child, up to the new program. Kernels print to standard error,
/// since standard output may be the result.
[[noreturn]] void become(const char *Program, int Socket, pid_t Parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() == Parent && dup2(Socket, STDIN_FILENO) >= 0 &&
      dup2(STDERR_FILENO, STDOUT_FILENO) >= 0)
    execl(Program, Program, static_cast<char *>(nullptr));
  _exit(127);
}

} // namespace

Expected<json::Value> askWorker(const std::string &Program,
                                const json::Value &Request, Seconds Timeout,
                                function_ref<void(StringRef)> Show) {
  if (access(Program.c_str(), X_OK) != 0)
    return createStringError(Program + ": " + std::strerror(errno));
  int Ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, Ends) != 0)
    return createStringError(Twine("no socket: ") + std::strerror(errno));
  pid_t Parent = getpid();
  pid_t Id = fork();
  if (Id < 0)
    return createStringError(Twine("no process: ") + std::strerror(errno));
  if (Id == 0)
    become(Program.c_str(), Ends[1], Parent);
  close(Ends[1]);
  Child Worker(Id, Ends[0]);
  // Where the worker is gone already, listening tells why.
  sendMessage(Ends[0], Message::Kind::Request, formatv("{0}", Request).str());
  return Worker.listen(Timeout, Show);
}

int serveRequest(
    function_ref<Expected<json::Value>(const json::Value &, Progress)> Answer) {
  constexpr int Socket = STDIN_FILENO;
  Expected<std::optional<Message>> M = receiveMessage(Socket, {});
  if (!M || !*M || (*M)->K != Message::Kind::Request) {
    consumeError(M.takeError());
    return 1;
  }
  Expected<json::Value> Request = json::parse((*M)->Text);
  Expected<json::Value> Result =
      Request
          ? Answer(*Request,
                   [](const Twine &Text) {
                     sendMessage(Socket, Message::Kind::Progress, Text.str());
                   })
          : std::move(Request);
  if (Result)
    sendMessage(Socket, Message::Kind::Answer, formatv("{0}", *Result).str());
  else
    sendMessage(Socket, Message::Kind::Error, toString(Result.takeError()));
  // No destructors: what drivers do at exit may hang.
  _exit(0);
}

} // namespace roofline
