// A header with kind and length, then the text.
#include "Messages.h"

#include "llvm/ADT/Twine.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/FormatVariadic.h"

#include <chrono>
#include <cstdint>

#include <poll.h>
#include <sys/socket.h>

using namespace llvm;

namespace roofline {
namespace {

struct Header {
  Message::Kind K;
  uint32_t Length;
};

using Clock = std::chrono::steady_clock;

bool sendAll(int Socket, const char *Data, size_t Size) {
  for (size_t At = 0; At < Size;) {
    ssize_t Sent = sys::RetryAfterSignal(-1, ::send, Socket, Data + At,
                                         Size - At, MSG_NOSIGNAL);
    if (Sent <= 0)
      return false;
    At += Sent;
  }
  return true;
}

/// Waits for something to read; false when \p Deadline has passed.
bool waitUntil(int Socket, Clock::time_point Deadline) {
  for (;;) {
    auto Left =
        std::chrono::ceil<std::chrono::milliseconds>(Deadline - Clock::now());
    pollfd Waiting{Socket, POLLIN, 0};
    int Ready = Left.count() > 0 ? poll(&Waiting, 1, int(Left.count())) : 0;
    if (Ready < 0 && errno == EINTR)
      continue;
    return Ready != 0;
  }
}

} // namespace

bool sendMessage(int Socket, Message::Kind K, StringRef Text) {
  Header H{K, uint32_t(Text.size())};
  return sendAll(Socket, reinterpret_cast<const char *>(&H), sizeof(H)) &&
         sendAll(Socket, Text.data(), Text.size());
}

Expected<std::optional<Message>>
receiveMessage(int Socket, std::optional<Seconds> Timeout) {
  Clock::time_point Deadline;
  if (Timeout)
    Deadline =
        Clock::now() + std::chrono::duration_cast<Clock::duration>(
                           std::chrono::duration<double>(Timeout->value()));
  auto Receive = [&](char *To, size_t Size) -> Expected<bool> {
    for (size_t At = 0; At < Size;) {
      if (Timeout && !waitUntil(Socket, Deadline))
        return createStringError(
            inconvertibleErrorCode(),
            formatv("no sign of life for {0:f2} s", Timeout->value()).str());
      ssize_t Got =
          sys::RetryAfterSignal(-1, ::recv, Socket, To + At, Size - At, 0);
      if (Got <= 0)
        return false;
      At += Got;
    }
    return true;
  };
  Header H;
  Message M;
  Expected<bool> Came = Receive(reinterpret_cast<char *>(&H), sizeof(H));
  if (Came && *Came) {
    M.K = H.K;
    M.Text.resize(H.Length);
    Came = Receive(M.Text.data(), H.Length);
  }
  if (!Came)
    return Came.takeError();
  if (!*Came)
    return std::nullopt;
  return M;
}

} // namespace roofline
