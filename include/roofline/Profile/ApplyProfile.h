// Completes a kernel's launch from a profile.
//
/// \file
/// Trip counts that depend on data come from the profile as they were measured
/// where the launch is the profiled one. On another launch they are scaled, and
/// marked so, where closed forms allow it: a loop with an upper bound keeps its
/// share of the bound; a loop without one keeps its mean where the arguments
/// are the same, as then the launches differ in their number of work-items
/// alone. Any other stays unknown. A loop that no work-item of the profiled
/// launch came to has no iterations, and what data may skip keeps its share.
#ifndef ROOFLINE_PROFILE_APPLYPROFILE_H
#define ROOFLINE_PROFILE_APPLYPROFILE_H

#include "roofline/Kernel/Design.h"
#include "roofline/Kernel/Launch.h"
#include "roofline/Profile/Profile.h"

#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace roofline {

/// A profile, with what its messages need.
struct NamedProfile {
  std::string Path;
  Profile P;
};

/// Reads the profile at \p Path; an error where it knows kernels of the file
/// \p Source from another text than the file's or with other macros than those
/// of \p ClangArgs, or none of them. A program that was profiled may lack the
/// macros of the device, \p DeviceDefines.
llvm::Expected<NamedProfile>
readProfileOf(llvm::StringRef Path, llvm::StringRef Source,
              const std::vector<std::string> &ClangArgs,
              const std::vector<std::string> &DeviceDefines,
              const std::vector<KernelSummary> &Kernels);

/// Completes \p L by what \p From says of \p Kernel: sizes and arguments that
/// \p L does not give, and trip counts. An error where several launches of the
/// kernel were profiled and none is \p L's.
llvm::Error applyProfile(const NamedProfile &From, const KernelSummary &Kernel,
                         Launch &L);

} // namespace roofline

#endif
