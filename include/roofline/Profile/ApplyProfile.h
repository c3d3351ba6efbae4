// Completes a kernel's launch from a profile.
//
/// \file
/// On the profiled launch, trip counts that depend on data are the measured
/// ones. On another launch they are scaled, and marked so, when closed forms
/// allow it: a loop with an upper bound keeps its share of the bound; a loop
/// without one keeps its mean if the arguments are equal, since the launches
/// then differ in their number of work-items alone. Any other trip count stays
/// unknown. A loop that no work-item of the profiled launch reached has no
/// iterations, and code that data may skip keeps its share.
#ifndef ROOFLINE_PROFILE_APPLYPROFILE_H
#define ROOFLINE_PROFILE_APPLYPROFILE_H

#include "roofline/Kernel/Design.h"
#include "roofline/Kernel/Launch.h"
#include "roofline/Profile/Profile.h"

#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace roofline {

/// A profile with its path, which messages name.
struct NamedProfile {
  std::string Path;
  Profile P;
};

/// Reads the profile at \p Path of \p Kernels. An error when it has no kernel
/// of the file \p Source, or only from another text of the file, or with other
/// macros than \p ClangArgs has. The macros of the device, \p DeviceDefines,
/// may be absent from a profile.
llvm::Expected<NamedProfile>
readProfileOf(llvm::StringRef Path, llvm::StringRef Source,
              const std::vector<std::string> &ClangArgs,
              const std::vector<std::string> &DeviceDefines,
              const std::vector<KernelSummary> &Kernels);

/// Completes \p L from the profile of \p Kernel in \p From: trip counts, and
/// the sizes and arguments that \p L lacks. An error when several launches of
/// the kernel were profiled and not exactly one of them fits \p L.
llvm::Error applyProfile(const NamedProfile &From, const KernelSummary &Kernel,
                         Launch &L);

} // namespace roofline

#endif
