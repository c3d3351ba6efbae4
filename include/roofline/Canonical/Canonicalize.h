// The canonical clone that every analysis reads.
//
/// \file
/// The user's module does not change. A clone of it gets its helper functions
/// inlined into the kernels and takes one form for every optimisation level.
/// Loops are rotated but neither unrolled nor vectorised, so `#pragma unroll`
/// stays a hardware factor.
#ifndef ROOFLINE_CANONICAL_CANONICALIZE_H
#define ROOFLINE_CANONICAL_CANONICALIZE_H

#include "roofline/Canonical/SourceTally.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <memory>

namespace llvm {
class Module;
} // namespace llvm

namespace roofline {

/// Metadata of a loop that tests its condition before the first iteration.
constexpr llvm::StringLiteral TestsFirst = "roofline.tests-first";

/// Attribute of a function that would make a kernel too large. The function is
/// not inlined, and its body is removed.
constexpr llvm::StringLiteral TooLarge = "roofline.too-large";

/// Meaning of overflow in sums of loaded numbers.
enum class DataOverflow {
  Undefined, ///< undefined behaviour, as in C
  Wraps,     ///< wraps, as hardware does: passes must not assume otherwise
};

/// Returns a clone of \p M in canonical form, in which the functions \p Tops
/// are kernels, too (HlsKernels.h). Fills \p Sources with the operations that
/// the kernels had before, under the conditions of \p Facts.
/// \p M must be verified IR, and the clone is.
std::unique_ptr<llvm::Module>
canonicalClone(const llvm::Module &M, SourceForms &Sources,
               DataOverflow Overflow = DataOverflow::Undefined,
               const FactsOfSource &Facts = {},
               llvm::ArrayRef<std::string> Tops = {});

} // namespace roofline

#endif
