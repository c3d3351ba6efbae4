// Launch files that nobody names: those beside the source.
//
/// \file
/// `k.launch.yaml`, else `launch.yaml`, in the folder of `k.cl` says how its
/// kernels are launched, where neither `--launch` nor a profile does. Options
/// by hand win. See docs/launch-format.md.
#ifndef ROOFLINE_DEVICEFILES_FOUNDLAUNCH_H
#define ROOFLINE_DEVICEFILES_FOUNDLAUNCH_H

#include "roofline/DeviceFiles/LaunchFile.h"
#include "roofline/Kernel/KernelSummary.h"
#include "roofline/Options/LaunchOptions.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace roofline {

/// In the place of a launch file's path: none is looked for.
constexpr char NoLaunch[] = "none";

/// The launch file beside the OpenCL C source \p Source; empty: none is there.
/// Calls \p Skipped with files of its names that are of another format.
std::string findLaunch(
    llvm::StringRef Source,
    llvm::function_ref<void(llvm::StringRef)> Skipped = [](llvm::StringRef) {});

/// The launch that \p File gives to \p Kernel, a name or a chain; of a list the
/// first one. Nothing where it does not mention the kernel.
std::optional<Launch> launchOf(const LaunchFile &File, llvm::StringRef Kernel);

/// As launchOf(), with \p Texts, which win: a global size by hand also takes
/// away the file's local one. Texts alone where the file is silent.
llvm::Expected<Launch> launchOf(const LaunchFile &File, llvm::StringRef Kernel,
                                const LaunchTexts &Texts);

/// True where \p File says something of \p Kernel's launch that \p Texts do
/// not.
bool adds(const LaunchFile &File, llvm::StringRef Kernel,
          const LaunchTexts &Texts);

/// An error at its place where \p File has an argument that no kernel of
/// \p Kernels has that it mentions, or a trip count of no loop.
llvm::Error checkFound(const LaunchFile &File,
                       llvm::ArrayRef<KernelSummary> Kernels);

/// \p E at the place of \p File that it is about, unless \p Texts say what it
/// is about.
llvm::Error locate(llvm::Error E, const LaunchFile &File,
                   const LaunchTexts &Texts);

} // namespace roofline

#endif
