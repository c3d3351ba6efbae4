// The original kernel, run on this machine on the memory of its streams.
//
/// \file
/// Transformed and emitted code is compared with it: clang's own output,
/// unoptimised, called once for each work-item through LLVM's JIT. Work-items
/// of a group take turns at barriers, and share their local memory. The run
/// shares nothing with recognition but the builtins' bodies. Not handled:
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
/// another, under launch \p L; \p Memory holds the buffers of \p K and the
/// scalars, in and out. With \p Steps as often; after each step buffers take
/// turns as \p L has it.
llvm::Error runOriginal(const llvm::Module &M, const StreamKernel &K,
                        const Launch &L, StreamMemory &Memory,
                        std::optional<int64_t> Steps = std::nullopt);

/// The same on bytes, which are not copied: those of each buffer by its name,
/// 16 more than its elements have; \p Scalars as those of \p K. \p Optimise: as
/// the compiler does, for launches of millions.
using BufferBytes = std::map<std::string, std::vector<uint8_t>, std::less<>>;
llvm::Error runOriginal(const llvm::Module &M, const StreamKernel &K,
                        const Launch &L, llvm::ArrayRef<uint64_t> Scalars,
                        BufferBytes &Buffers, bool Optimise);

/// Type of \p Buffer's element, by what the kernel does with it; all are as
/// wide.
ValueType elementType(const StreamKernel &K, llvm::StringRef Buffer,
                      uint64_t Element = 0);

/// "out[17] is 3, not 4" where that is so; of floats any NaN equals any NaN.
std::optional<std::string> differenceOf(const StreamKernel &K,
                                        llvm::StringRef Buffer,
                                        uint64_t Element, uint64_t Expected,
                                        uint64_t Actual);

/// The first element in which \p Actual is not \p Expected, as
/// differenceOf().
std::optional<std::string> firstDifference(const StreamKernel &K,
                                           const StreamMemory &Expected,
                                           const StreamMemory &Actual);

} // namespace roofline

#endif
