// Records of a profile, keyed by places of the source, and their writer.
//
/// \file
/// Format: docs/profile-format.md.
#ifndef ROOFLINE_TOOLS_PROFILER_RECORDS_H
#define ROOFLINE_TOOLS_PROFILER_RECORDS_H

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace roofline::profiler {

struct Place {
  std::string File; ///< empty: the source itself
  unsigned Line = 0, Column = 0;
  auto operator<=>(const Place &) const = default;
};

struct LoopRecord {
  uint64_t Entries = 0, Iterations = 0;
  uint64_t Least = UINT64_MAX, Most = 0; ///< [iteration] per entry
};

struct OperationKey {
  Place Loc;
  /// Space is empty except for accesses and addresses.
  std::string Name, Type, Space;
  unsigned Lanes = 1;
  auto operator<=>(const OperationKey &) const = default;
};

struct OperationRecord {
  uint64_t Count = 0, Read = 0, Written = 0; ///< [byte]
};

struct BytesRecord {
  uint64_t Read = 0, Written = 0; ///< [byte]
};

/// A kernel and its launch; launches with equal keys share a record.
struct LaunchKey {
  std::string Kernel, Source, Options;
  unsigned Dimensions = 0;
  std::array<uint64_t, 3> Global{}, Local{};
  std::map<std::string, int64_t> Args; ///< integer scalars
  auto operator<=>(const LaunchKey &) const = default;
};

struct LaunchRecord {
  uint64_t Launches = 0, WorkItems = 0, WorkGroups = 0, Barriers = 0;
  uint64_t Faults = 0;
  std::string FirstFault;
  std::map<Place, LoopRecord> Loops;
  /// Executions of each arm: [not taken, taken], or default and cases.
  std::map<Place, std::vector<uint64_t>> Branches;
  std::map<OperationKey, OperationRecord> Operations;
  std::map<std::string, BytesRecord> Bytes; ///< by address space
};

using Records = std::map<LaunchKey, LaunchRecord>;

/// Writes the profile to \p Path, all or nothing; false on failure.
bool writeProfile(const std::string &Path, const Records &All);

} // namespace roofline::profiler

#endif
