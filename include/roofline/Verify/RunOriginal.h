// Runs the original kernel on this machine, on the memory of its streams.
//
/// \file
/// The original is the reference for transformed and emitted code: clang's own
/// output, unoptimised, called once for each work-item through LLVM's JIT.
/// Work-items of a group take turns at barriers, and share their local memory.
/// The run shares only the builtins' bodies with recognition. Not handled:
/// builtins that the JIT has no code for (an error that names them).
#ifndef ROOFLINE_VERIFY_RUNORIGINAL_H
#define ROOFLINE_VERIFY_RUNORIGINAL_H

#include "roofline/Kernel/Launch.h"
#include "roofline/Stream/EvaluateStreamKernel.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <map>

namespace llvm {
class Module;
} // namespace llvm

namespace roofline {

/// Runs kernel \p K.Name of \p M, or the kernels of that chain one after
/// another, under launch \p L. \p Memory holds the buffers and scalars of \p K,
/// in and out. With \p Steps runs that many steps; buffers take turns after
/// each as in \p L.
llvm::Error runOriginal(const llvm::Module &M, const StreamKernel &K,
                        const Launch &L, StreamMemory &Memory,
                        std::optional<int64_t> Steps = std::nullopt);

/// As above on bytes, which are not copied: \p Buffers by name, each with 16
/// bytes after its elements; \p Scalars in the order of \p K. With \p Optimise
/// the code is optimised, for launches of millions.
using BufferBytes = std::map<std::string, std::vector<uint8_t>, std::less<>>;
llvm::Error runOriginal(const llvm::Module &M, const StreamKernel &K,
                        const Launch &L, llvm::ArrayRef<uint64_t> Scalars,
                        BufferBytes &Buffers, bool Optimise);

/// Type of an element of \p Buffer as the kernel uses it; all elements have the
/// same width.
ValueType elementType(const StreamKernel &K, llvm::StringRef Buffer,
                      uint64_t Element = 0);

/// "out[17] is 3, not 4", or nothing when the bits are equal; any NaN equals
/// any NaN.
std::optional<std::string> differenceOf(const StreamKernel &K,
                                        llvm::StringRef Buffer,
                                        uint64_t Element, uint64_t Expected,
                                        uint64_t Actual);

/// differenceOf() of the first differing element; nothing when all are equal.
std::optional<std::string> firstDifference(const StreamKernel &K,
                                           const StreamMemory &Expected,
                                           const StreamMemory &Actual);

} // namespace roofline

#endif
