// Launch files: the NDRange and arguments that a sample is run with.
//
/// \file
/// Problems are errors with file:line:column. Format: docs/launch-format.md.
#ifndef ROOFLINE_DEVICEFILES_LAUNCHFILE_H
#define ROOFLINE_DEVICEFILES_LAUNCHFILE_H

#include "roofline/Kernel/Design.h"
#include "roofline/Kernel/Launch.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace roofline {

/// What a program that runs the kernel puts into a buffer; no model needs it.
struct BufferFill {
  enum class Kind : uint8_t { Random, Zero, Index };
  Kind K = Kind::Random;
  uint64_t Elements = 0; ///< [1]
  /// Random whole numbers are smaller than this; nothing: all of the type.
  std::optional<uint64_t> Below = {};
  bool operator==(const BufferFill &) const = default;
};

using BufferFills = std::map<std::string, BufferFill, std::less<>>; ///< by name

struct LaunchFile {
  std::string Kernel; ///< empty: the only kernel of the source; may be a chain
  std::vector<std::string> Temporaries; ///< buffers of the chain
  Launch L;
  BufferFills Buffers; ///< of arguments
};

llvm::Expected<LaunchFile> loadLaunch(llvm::StringRef Path);

} // namespace roofline

#endif
