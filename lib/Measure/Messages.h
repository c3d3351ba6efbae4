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

/// False where nobody listens any more.
bool sendMessage(int Socket, Message::Kind K, llvm::StringRef Text);

/// Nothing where the other side has closed; an error after \p Timeout, if one
/// is given, of silence.
llvm::Expected<std::optional<Message>>
receiveMessage(int Socket, std::optional<Seconds> Timeout);

} // namespace roofline

#endif
