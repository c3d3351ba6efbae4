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

/// Contents that a program puts into a buffer to run the kernel. No model needs
/// them.
struct BufferFill {
  enum class Kind : uint8_t { Random, Zero, Index, File };
  Kind K = Kind::Random;
  uint64_t Elements = 0; ///< [1]; of a file 0: as many as it holds
  std::string File = {}; ///< of Kind::File: text (.txt, .csv), or raw bytes
  /// Random whole numbers are smaller than this; nothing: all of the type.
  std::optional<uint64_t> Below = {};
  bool operator==(const BufferFill &) const = default;
};

using BufferFills = std::map<std::string, BufferFill, std::less<>>; ///< by name

/// A launch of an application that has several.
struct PlannedLaunch {
  std::string Kernel;
  Launch L;
  /// Variables of the loops around it. L.Args has their values. A variable that
  /// is no argument of the kernel means nothing to it.
  std::vector<std::string> Variables;
  uint64_t Times = 1; ///< how often it comes
  uint32_t Row = 0;   ///< the entry of the file, from 0
  /// Launches of one number run at the same time.
  std::optional<uint32_t> Together;
};

struct LaunchFile {
  std::string Path;
  /// The places of its launch's keys: "global", "args.N", "trips.12"; line 0
  /// where several entries of a list say it.
  std::map<std::string, SourcePlace, std::less<>> Places;
  std::string Kernel; ///< empty: the only kernel of the source; may be a chain
  std::vector<std::string> Temporaries; ///< buffers of the chain
  Launch L;
  BufferFills Buffers; ///< of arguments
  /// Launches of the list `launches`, in their order and with loops unrolled;
  /// empty: the file is one launch, L.
  std::vector<PlannedLaunch> Plan;
};

/// Launches that a plan has at most.
constexpr uint64_t MaxPlannedLaunches = 100000;

llvm::Expected<LaunchFile> loadLaunch(llvm::StringRef Path);

/// False where \p Path can be read and is of another format: other programs
/// have files of these names too.
bool isLaunchFile(llvm::StringRef Path);

} // namespace roofline

#endif
