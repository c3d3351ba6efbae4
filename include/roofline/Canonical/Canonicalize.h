// The canonical clone that every analysis reads.
//
/// \file
/// The user's module is never changed: it is cloned, helper functions are
/// inlined into the kernels, and the clone is brought to one form whatever the
/// optimisation level was, with loops rotated but neither unrolled nor
/// vectorised, so that `#pragma unroll` stays a hardware factor.
#ifndef ROOFLINE_CANONICAL_CANONICALIZE_H
#define ROOFLINE_CANONICAL_CANONICALIZE_H

#include "roofline/Canonical/SourceTally.h"

#include "llvm/ADT/StringRef.h"

#include <memory>

namespace llvm {
class Module;
} // namespace llvm

namespace roofline {

/// Metadata of a loop that tests before its first iteration.
constexpr llvm::StringLiteral TestsFirst = "roofline.tests-first";

/// Attribute of a function that is not inlined because a kernel would grow too
/// large; its body is not there.
constexpr llvm::StringLiteral TooLarge = "roofline.too-large";

/// Meaning of a sum of loaded numbers that is beyond its type.
enum class DataOverflow {
  Undefined, ///< nothing, as C says
  Wraps,     ///< what hardware computes: no pass may think that it is not
};

/// A clone of \p M in canonical form, and in \p Sources what its kernels did
/// before, under the conditions that \p Guards tells. Verified IR in, verified
/// IR out.
std::unique_ptr<llvm::Module>
canonicalClone(const llvm::Module &M, SourceForms &Sources,
               DataOverflow Overflow = DataOverflow::Undefined,
               const SourceGuards &Guards = {});

} // namespace roofline

#endif
