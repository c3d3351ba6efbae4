// Launch files: NDRange, arguments and buffers of a kernel's launches.
//
/// \file
/// Problems are errors with file:line:column. Format: docs/launch-format.md.
#ifndef ROOFLINE_DEVICEFILES_LAUNCHFILE_H
#define ROOFLINE_DEVICEFILES_LAUNCHFILE_H

#include "roofline/Kernel/Design.h"
#include "roofline/Kernel/Launch.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace roofline {

/// Contents of a buffer before the kernel runs. No model needs them.
struct BufferFill {
  enum class Kind : uint8_t { Random, Zero, Index, File };
  Kind K = Kind::Random;
  uint64_t Elements = 0; ///< [1] for a file, 0 takes as many as it holds
  std::string File = {}; ///< for Kind::File: text (.txt, .csv), or raw bytes
  /// Limit of random whole numbers; without it they span their type.
  std::optional<uint64_t> Below = {};
  bool operator==(const BufferFill &) const = default;
};

using BufferFills = std::map<std::string, BufferFill, std::less<>>; ///< by name

/// A launch of an application that has several.
struct PlannedLaunch {
  std::string Kernel;
  Launch L;
  /// Variables of the file's loops around this launch; L.Args has their values.
  /// The kernel ignores a variable that is not its argument.
  std::vector<std::string> Variables;
  uint64_t Times = 1; ///< [1] number of repetitions
  uint32_t Row = 0;   ///< index of its entry in the file, from 0
  /// Launches with the same number run at the same time.
  std::optional<uint32_t> Together;
};

/// Contents of a launch file.
struct LaunchFile {
  std::string Path;
  /// Places of the launch's keys: "global", "args.N", "trips.12". Line 0 where
  /// several entries of a list give the key.
  std::map<std::string, SourcePlace, std::less<>> Places;
  /// A kernel, or a chain of kernels; empty for the source's only kernel.
  std::string Kernel;
  std::vector<std::string> Temporaries; ///< buffers inside the chain
  /// Functions of C or C++ to synthesise, and the project that says how.
  std::vector<std::string> Tops;
  std::string Project; ///< a path that opens; empty: none
  Launch L;
  BufferFills Buffers; ///< contents of buffer arguments
  /// Launches of the list `launches`, in order and with loops unrolled. Empty
  /// where the file holds one launch, L.
  std::vector<PlannedLaunch> Plan;
};

/// Most launches in a plan.
constexpr uint64_t MaxPlannedLaunches = 100000;

/// Reads the launch file \p Path.
llvm::Expected<LaunchFile> loadLaunch(llvm::StringRef Path);

/// JSON Schema of launch files.
llvm::json::Value launchSchema();

/// False where \p Path has another format, as other programs use the same file
/// names. True for a file that cannot be read or has a launch's keys and no
/// format: loadLaunch() tells why.
bool isLaunchFile(llvm::StringRef Path);

} // namespace roofline

#endif
