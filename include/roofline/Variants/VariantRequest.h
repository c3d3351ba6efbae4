// Requests for a variant, as text and as structs.
#ifndef ROOFLINE_VARIANTS_VARIANTREQUEST_H
#define ROOFLINE_VARIANTS_VARIANTREQUEST_H

#include "roofline/Steps/LowerVariant.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace roofline {

/// Describes the variant to build.
struct VariantRequest {
  std::string Kernel; ///< empty: each kernel of the module
  StreamDesign Design;
  std::optional<Variant> Text; ///< wins over Design
  /// Adds a pipeline for the work-items that lanes and vectors leave over.
  bool Remainder = false;
  /// [work-item] One to three sizes; empty: arguments of the variant.
  std::vector<uint64_t> Global;
  std::vector<uint64_t> Local;         ///< [work-item] per group; may be empty
  std::map<std::string, int64_t> Args; ///< bound scalar arguments
  bool operator==(const VariantRequest &) const = default;
};

/// Parses "kernel=k;lanes=4;vector=2;form=pipe;global=64x48;local=16x4;arg.n=7;
/// remainder"; each entry may be absent. variant=TEXT replaces lanes, vector
/// and form. Braces may replace its parentheses, which opt does not pass on.
llvm::Expected<VariantRequest> parseVariantRequest(llvm::StringRef Text);

/// Lowers \p Request to its design and padded positions on a box of \p Size,
/// dimension 0 first. Knows no streams: the caller checks that lanes are
/// independent.
llvm::Expected<LoweredVariant> requestedDesign(const VariantRequest &Request,
                                               llvm::StringRef Kernel,
                                               llvm::ArrayRef<uint64_t> Size);

} // namespace roofline

#endif
