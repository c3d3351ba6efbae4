// Profile of a kernel on one launch, as counted under Oclgrind.
//
/// \file
/// Plain structs, and the reader of profile files.
/// Format: docs/profile-format.md and profile.schema.json.
#ifndef ROOFLINE_PROFILE_PROFILE_H
#define ROOFLINE_PROFILE_PROFILE_H

#include "roofline/Kernel/Design.h"
#include "roofline/Kernel/KernelSummary.h"
#include "roofline/Kernel/Launch.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace roofline {

struct ProfiledLoop {
  SourceLocation Loc; ///< the loop statement; no file: the source itself
  uint64_t Entries = 0, Iterations = 0; ///< sums over all work-items
  uint64_t Least = 0, Most = 0;         ///< [iteration] per entry
  bool operator==(const ProfiledLoop &) const = default;
};

/// A branch of `if`, a loop's test, `?:`, `&&`, `||` or `switch`.
struct ProfiledBranch {
  SourceLocation Loc;
  /// Number of times that each arm was taken: true, false; for `switch` the
  /// default, then the cases.
  std::vector<uint64_t> Arms;
  bool operator==(const ProfiledBranch &) const = default;
};

/// Executions of one operation at one place.
struct ProfiledOperation {
  SourceLocation Loc;
  std::string Name; ///< LLVM's opcode or the builtin's name, as Tally::Name
  ValueType Type;
  uint64_t Count = 0;
  std::optional<AddressSpace> Space; ///< nothing: not a memory access
  uint64_t Read = 0, Written = 0;    ///< [byte] over all executions
  bool operator==(const ProfiledOperation &) const = default;
};

struct ProfiledBytes {
  AddressSpace Space = AddressSpace::Global;
  uint64_t Read = 0, Written = 0; ///< [byte]
  bool operator==(const ProfiledBytes &) const = default;
};

/// A kernel with one launch; equal launches are added up.
struct KernelProfile {
  std::string Kernel;
  std::string SourceHash; ///< SHA-256 of the OpenCL C source, hexadecimal
  std::string Options;    ///< of the compilation
  Launch L;               ///< sizes and integer arguments
  uint64_t Launches = 1;
  uint64_t WorkItems = 0, WorkGroups = 0;
  uint64_t Barriers = 0; ///< reached, summed over work-groups
  uint64_t Faults = 0;   ///< accesses out of bounds and the like
  std::string FirstFault;
  std::vector<ProfiledBytes> Bytes;
  std::vector<ProfiledLoop> Loops;
  std::vector<ProfiledBranch> Branches;
  std::vector<ProfiledOperation> Operations;
};

struct Profile {
  static constexpr int FormatVersion = 1;
  std::vector<KernelProfile> Kernels;
};

/// Reads a profile. Syntax errors name \p Path, line and column; structural
/// errors name the path of the value.
llvm::Expected<Profile> loadProfile(llvm::StringRef Path);

/// As loadProfile(), from \p Text; \p Name is the file's name in errors.
llvm::Expected<Profile> parseProfile(llvm::StringRef Text,
                                     llvm::StringRef Name);

llvm::json::Value profileSchema();

/// SHA-256 of \p Source, for KernelProfile::SourceHash.
std::string sourceHash(llvm::StringRef Source);

} // namespace roofline

#endif
