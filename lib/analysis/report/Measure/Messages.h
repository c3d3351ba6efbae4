// Messages through the socket between the driver and its OpenCL worker.
#ifndef ROOFLINE_LIB_MEASURE_MESSAGES_H
#define ROOFLINE_LIB_MEASURE_MESSAGES_H

#include "roofline/Base/Units.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>

namespace roofline {

struct Message {
  enum class Kind : char {
    Request = 'q',  ///< JSON, to the worker
    Progress = 'p', ///< a line for the user
    Answer = 'a',   ///< JSON; the last message
    Error = 'e',    ///< a line for the user; the last message
  };
  Kind K = Kind::Progress;
  std::string Text;
};

/// Sends a message; false when the other side has closed.
bool sendMessage(int Socket, Message::Kind K, llvm::StringRef Text);

/// Receives a message; nothing when the other side has closed. An error after
/// silence of \p Timeout, if given.
llvm::Expected<std::optional<Message>>
receiveMessage(int Socket, std::optional<Seconds> Timeout);

} // namespace roofline

#endif
