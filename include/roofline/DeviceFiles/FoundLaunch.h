// Launch files found beside the source, without an option that names them.
//
/// \file
/// `k.launch.yaml`, else `launch.yaml`, in the folder of `k.cl` gives the
/// launch of its kernels where neither `--launch` nor a profile gives one.
/// Options on the command line override the file. See docs/launch-format.md.
#ifndef ROOFLINE_DEVICEFILES_FOUNDLAUNCH_H
#define ROOFLINE_DEVICEFILES_FOUNDLAUNCH_H

#include "roofline/DeviceFiles/LaunchFile.h"
#include "roofline/Kernel/KernelSummary.h"
#include "roofline/Options/LaunchOptions.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace roofline {

/// Value of `--launch` that turns the search off.
constexpr char NoLaunch[] = "none";

/// Returns the launch file beside the OpenCL C source \p Source; empty where
/// none exists. Calls \p Skipped for a file of such a name in another format.
std::string findLaunch(
    llvm::StringRef Source,
    llvm::function_ref<void(llvm::StringRef)> Skipped = [](llvm::StringRef) {});

/// Returns the same beside a source of any name.
std::string launchBeside(
    llvm::StringRef Source,
    llvm::function_ref<void(llvm::StringRef)> Skipped = [](llvm::StringRef) {});

/// Returns the launch that \p File gives \p Kernel, a name or a chain of names;
/// from a list of launches the first one. Nothing where \p File does not name
/// the kernel.
std::optional<Launch> launchOf(const LaunchFile &File, llvm::StringRef Kernel);

/// Returns the launch of \p Kernel from \p File with the command-line options
/// \p Texts, which override it. A global size in \p Texts also removes the
/// file's local size. The options alone count where \p File does not name the
/// kernel. Fails on a wrong text.
llvm::Expected<Launch> launchOf(const LaunchFile &File, llvm::StringRef Kernel,
                                const LaunchTexts &Texts);

/// Adds what \p File says of \p K to \p L, which \p Texts gave. Keeps the
/// file's arguments that \p K or \p L has.
llvm::Error addFound(const LaunchFile &File, const KernelSummary &K,
                     const LaunchTexts &Texts, Launch &L);

/// True where \p File tells more about \p Kernel's launch than \p Texts do.
bool adds(const LaunchFile &File, llvm::StringRef Kernel,
          const LaunchTexts &Texts);

/// Fails where \p File names an argument that none of its kernels has, or a
/// trip count of no loop. The error has the place in the file. Skips a file
/// that also launches kernels of other sources.
llvm::Error checkFound(const LaunchFile &File,
                       llvm::ArrayRef<KernelSummary> Kernels);

/// Returns \p E with the place of the key of \p File that is wrong. Leaves \p E
/// alone where \p Texts gave the wrong value.
llvm::Error locate(llvm::Error E, const LaunchFile &File,
                   const LaunchTexts &Texts);

} // namespace roofline

#endif
