// A stream kernel against its original, on a launch of millions.
//
/// \file
/// The original runs as a whole, on memory of the kernel's own types. The
/// streams are run at the positions where something may change (the ends of
/// the space, of windows and of rows, the constants that the datapath compares
/// with, and those beside all of these) and at as many random ones. Sums and
/// other results of all positions take all of them.
#ifndef ROOFLINE_VERIFY_LARGELAUNCH_H
#define ROOFLINE_VERIFY_LARGELAUNCH_H

#include "roofline/Kernel/Design.h"
#include "roofline/Kernel/Launch.h"
#include "roofline/Stream/StreamKernel.h"

#include "llvm/Support/Error.h"

namespace llvm {
class Module;
} // namespace llvm

namespace roofline {

/// [position] A launch that has more of them is large: its testbench's data
/// would be megabytes, and each of its positions is not looked at.
constexpr int64_t MaxSmallLaunch = int64_t(1) << 18;
inline bool isLargeLaunch(const StreamKernel &K) {
  return K.Space.volume() > MaxSmallLaunch;
}

/// [position] of the largest launch that is simulated: its testbench's data
/// takes a gigabyte while it is made.
constexpr int64_t MaxSimulatedLaunch = int64_t(1) << 22;

/// [byte] of all buffers, up to which the original of a large launch is run.
constexpr uint64_t MaxLaunchBytes = uint64_t(1) << 30;
/// Why compareLargeLaunch() is not possible, or nothing.
std::optional<std::string> whyNotCompared(const StreamKernel &K);

/// An error that names the first element in which \p K, on random data of \p
/// Seed, is not the original in \p M under \p L. Needs whyNotCompared() to be
/// silent.
llvm::Error compareLargeLaunch(const llvm::Module &M, const StreamKernel &K,
                               const Launch &L, uint64_t Seed);

} // namespace roofline

#endif
