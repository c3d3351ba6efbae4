// Runs what others wrote: within walls, for a limited time.
//
/// \file
/// Programs run in bubblewrap where that works: without a network, and the run
/// folder alone is writable. Elsewhere Landlock and a filter of system calls
/// give the same, but for the modes of files outside. Code that this program
/// compiled itself runs in a child that may compute and nothing else. What is
/// promised where: docs/security.md.
#ifndef ROOFLINE_PROCESS_SANDBOX_H
#define ROOFLINE_PROCESS_SANDBOX_H

#include "roofline/Process/RunFolder.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <cstdint>

namespace roofline {

enum class Sandbox : uint8_t {
  Auto,   ///< where the system has one
  Always, ///< or an error
  Never,
};

/// Limits of everything that runForeign() and runApart() run.
struct RunLimits {
  unsigned Seconds = 3600; ///< [s] of each run; processor time of runApart()
  Sandbox Walls = Sandbox::Auto;
};

/// Sets the limits for this process. An error where walls are demanded that the
/// system does not have. To be called before any run.
llvm::Error setRunLimits(RunLimits Limits);
const RunLimits &runLimits();

/// True where the system has walls for runForeign().
bool hasSandbox();

/// Runs \p Program within \p Folder as runWithin() does, but in a sandbox and
/// no longer than the limit allows; an error then. It may also write to the
/// folders \p Writable. Needs a RunFolder.
llvm::Expected<Outcome> runForeign(llvm::StringRef Folder,
                                   llvm::StringRef Program,
                                   llvm::ArrayRef<std::string> Args,
                                   llvm::ArrayRef<std::string> Writable = {});

/// Calls \p Run in a child process that has no files and may ask the system
/// for memory alone. \p Run leaves its result in the bytes that it is given,
/// \p Size of them, zero at first; \p Take gets them here. The error is that of
/// \p Run, or says how the child ended; it begins with \p What.
llvm::Error
runApart(llvm::StringRef What, size_t Size,
         llvm::function_ref<llvm::Error(llvm::MutableArrayRef<uint8_t>)> Run,
         llvm::function_ref<void(llvm::ArrayRef<uint8_t>)> Take);

} // namespace roofline

#endif
