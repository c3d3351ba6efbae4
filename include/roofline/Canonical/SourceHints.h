// Requests of a source for kernels and loops, kept beside the emitted module.
//
/// \file
/// The code that Clang emits shall not depend on the plugin. So in the compiler
/// attributes of kernels go into a table of the process, and a loop pragma into
/// one piece of metadata that no pass of LLVM's reads, and that is taken out
/// when the kernels are analysed. Where the module is to be read again, by opt,
/// or is the driver's own, attributes are annotations and pragmas Clang's loop
/// hints (KernelAttributes.h).
#ifndef ROOFLINE_CANONICAL_SOURCEHINTS_H
#define ROOFLINE_CANONICAL_SOURCEHINTS_H

#include "llvm/ADT/StringRef.h"

#include <cassert>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace roofline {

/// Attribute that says why another one is wrong.
inline constexpr llvm::StringLiteral WrongAttribute = "wrong";

/// Name and value of attributes: {"num_compute_units", "2,2"}.
using AttributeTexts = std::vector<std::pair<std::string, std::string>>;

/// Records the attributes of kernel \p Kernel for the rest of the process.
void recordAttributes(llvm::StringRef Kernel, AttributeTexts Attributes);

/// Returns the recorded attributes of \p Kernel; none where none are known.
const AttributeTexts &recordedAttributes(const llvm::Function &Kernel);

/// Requests of pragmas for a loop.
struct LoopHints {
  uint32_t Interval = 0; ///< [cycle] at most MaxInterval; 0: not given
  bool IgnoresDependences = false;
};

/// Largest interval [cycle] that privateHint() can say.
inline constexpr uint32_t MaxInterval = (1u << 29) - 1;

/// Returns \p Hints as a value of `llvm.loop.pipeline.initiationinterval` that
/// no sane interval has: bit 30 set, bit 29 for ivdep. Inline, because the
/// Clang side links no other room.
constexpr uint32_t privateHint(LoopHints Hints) {
  assert(Hints.Interval <= MaxInterval && "an interval of 29 bits");
  return 1u << 30 | uint32_t(Hints.IgnoresDependences) << 29 | Hints.Interval;
}
/// Returns what privateHint() made \p Value of; nothing for an interval.
constexpr std::optional<LoopHints> readPrivateHint(uint64_t Value) {
  if (Value >> 30 != 1)
    return std::nullopt;
  return LoopHints{uint32_t(Value) & MaxInterval, (Value >> 29 & 1) != 0};
}

/// Takes private hints out of the loops of \p M, which is then what Clang would
/// have made of a source without the pragmas.
void removePrivateHints(llvm::Module &M);

} // namespace roofline

#endif
