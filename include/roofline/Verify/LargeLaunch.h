// Compares a stream kernel with its original on a launch of millions.
//
/// \file
/// The original runs as a whole, on memory of the kernel's own types. The
/// stream kernel runs at the positions where something may change (ends of the
/// space, of windows and of rows, constants in comparisons, and their
/// neighbours) and at as many random positions. Sums and other reductions run
/// at all positions.
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

/// [position] Size above which a launch is large: its testbench would have
/// megabytes of data, and only some positions are compared.
constexpr int64_t MaxSmallLaunch = int64_t(1) << 18;
inline bool isLargeLaunch(const StreamKernel &K) {
  return K.Space.volume() > MaxSmallLaunch;
}

/// [position] Largest launch to simulate: making the testbench's data takes a
/// gigabyte.
constexpr int64_t MaxSimulatedLaunch = int64_t(1) << 22;

/// [byte] Largest sum of buffers with which the original runs.
constexpr uint64_t MaxLaunchBytes = uint64_t(1) << 30;
/// Why compareLargeLaunch() is not possible, or nothing.
std::optional<std::string> whyNotCompared(const StreamKernel &K);

/// Compares \p K with the original in \p M under \p L on random data of
/// \p Seed. The error names the first differing element. whyNotCompared() must
/// be silent.
llvm::Error compareLargeLaunch(const llvm::Module &M, const StreamKernel &K,
                               const Launch &L, uint64_t Seed);

} // namespace roofline

#endif
