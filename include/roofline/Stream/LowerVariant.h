// From a variant to its design: types, legality, normal form.
//
/// \file
/// Conditions: docs/variants.md. Source: TYTRA17 sections 3 and 4.
#ifndef ROOFLINE_STREAM_LOWERVARIANT_H
#define ROOFLINE_STREAM_LOWERVARIANT_H

#include "roofline/Kernel/Launch.h"
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
  int64_t Passes = 1;    ///< [1] through memory, of Design.Steps steps each
  int64_t Blocks = 1;    ///< [1] of a pass
  VectType Shape;
  bool operator==(const LoweredVariant &) const = default;
};

/// Types, then legality for \p K, which \p I repeats: nothing, or the condition
/// that is broken. The design is one of padded(K, Out.Positions), or of as many
/// fused steps of it as Out.Design has.
std::optional<VariantError> lowerVariant(const Variant &V,
                                         const StreamKernel &K,
                                         const std::optional<Iteration> &I,
                                         LoweredVariant &Out);
/// Lowers for a kernel that is launched once.
inline std::optional<VariantError>
lowerVariant(const Variant &V, const StreamKernel &K, LoweredVariant &Out) {
  return lowerVariant(V, K, std::nullopt, Out);
}

/// [1] passes of \p T steps that \p Steps take.
constexpr int64_t passesOf(int64_t Steps, uint32_t T) noexcept {
  return (Steps + T - 1) / T;
}

/// \p K with a space of \p Positions: more of the slowest dimension, where no
/// stream has an element and no position is active.
StreamKernel padded(StreamKernel K, int64_t Positions);

/// The fewest positions, at least those of \p K, that padded() can give and
/// that \p Lanes divides.
int64_t paddedPositions(const StreamKernel &K, uint32_t Lanes) noexcept;

/// The canonical variant of \p D; \p Positions, \p Passes and \p Blocks
/// (0: not said) as in LoweredVariant, where \p K may be a step or several.
Variant variantOf(const StreamKernel &K, const StreamDesign &D,
                  int64_t Positions, int64_t Passes = 0, int64_t Blocks = 0);

/// Why lanes or vectors may not work at \p K side by side, or nothing:
/// Broken is the condition. Source: docs/variants.md, legality.
std::optional<std::string> whyNotParallel(const StreamKernel &K,
                                          const StreamDesign &D);

/// True when \p Op may be regrouped on its type without changing a bit.
bool isAssociative(DatapathOp Op) noexcept;

} // namespace roofline

#endif
