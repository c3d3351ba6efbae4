// From a variant to its design: types, legality, normal form.
//
/// \file
/// Conditions: docs/variants.md. Source: TYTRA17 sections 3 and 4.
#ifndef ROOFLINE_STREAM_LOWERVARIANT_H
#define ROOFLINE_STREAM_LOWERVARIANT_H

#include "roofline/Stream/StreamDesign.h"
#include "roofline/Stream/StreamKernel.h"
#include "roofline/Stream/Variant.h"

namespace roofline {

/// `Vect N t` of the positions, after the rules; nothing, or the rule that does
/// not apply.
std::optional<VariantError> shapeOf(const Variant &V, int64_t Positions,
                                    VectType &Shape);

/// A variant's normal form for one kernel.
struct LoweredVariant {
  StreamDesign Design;
  int64_t Positions = 0; ///< [position] with padding
  VectType Shape;
  bool operator==(const LoweredVariant &) const = default;
};

/// Types, then legality for \p K: nothing, or the condition that is broken. The
/// design is one of padded(K, Out.Positions).
std::optional<VariantError>
lowerVariant(const Variant &V, const StreamKernel &K, LoweredVariant &Out);

/// \p K with a space of \p Positions: more of the slowest dimension, where no
/// stream has an element and no position is active.
StreamKernel padded(StreamKernel K, int64_t Positions);

/// The fewest positions, at least those of \p K, that padded() can give and
/// that \p Lanes divides.
int64_t paddedPositions(const StreamKernel &K, uint32_t Lanes) noexcept;

/// The canonical variant of \p D; \p Positions as in LoweredVariant.
Variant variantOf(const StreamKernel &K, const StreamDesign &D,
                  int64_t Positions);

/// Why lanes or vectors may not work at \p K side by side, or nothing:
/// Broken is the condition. Source: docs/variants.md, legality.
std::optional<std::string> whyNotParallel(const StreamKernel &K,
                                          const StreamDesign &D);

/// True when \p Op may be regrouped on its type without changing a bit.
bool isAssociative(DatapathOp Op) noexcept;

} // namespace roofline

#endif
