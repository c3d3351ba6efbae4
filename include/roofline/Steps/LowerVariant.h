// From a variant to its design: types, legality, normal form.
//
/// \file
/// Conditions: docs/variants.md. Source: TYTRA17 sections 3 and 4.
#ifndef ROOFLINE_STEPS_LOWERVARIANT_H
#define ROOFLINE_STEPS_LOWERVARIANT_H

#include "roofline/Kernel/Launch.h"
#include "roofline/Stream/StreamDesign.h"
#include "roofline/Stream/StreamKernel.h"
#include "roofline/Stream/Variant.h"

namespace roofline {

/// Applies the rules of \p V to `Vect N t` of the positions and sets \p Shape.
/// Returns nothing, or the rule that does not apply.
std::optional<VariantError> shapeOf(const Variant &V, int64_t Positions,
                                    VectType &Shape);

/// A variant's normal form for one kernel.
struct LoweredVariant {
  StreamDesign Design;
  int64_t Positions = 0; ///< [position] with padding
  int64_t Passes = 1;    ///< [1] passes of Design.Steps steps through memory
  int64_t Blocks = 1;    ///< [1] blocks of a pass
  VectType Shape;
  bool operator==(const LoweredVariant &) const = default;
};

/// Checks types, then legality for \p K, which \p I repeats. Returns nothing,
/// or the broken condition. The design applies to padded(K, Out.Positions), or
/// to Out.Design.Steps fused steps of that.
std::optional<VariantError> lowerVariant(const Variant &V,
                                         const StreamKernel &K,
                                         const std::optional<Iteration> &I,
                                         LoweredVariant &Out);
/// Lowers for a kernel that is launched once.
inline std::optional<VariantError>
lowerVariant(const Variant &V, const StreamKernel &K, LoweredVariant &Out) {
  return lowerVariant(V, K, std::nullopt, Out);
}

/// [1] Passes of \p T steps for \p Steps steps.
constexpr int64_t passesOf(int64_t Steps, uint32_t T) noexcept {
  return (Steps + T - 1) / T;
}

/// Extends the space of \p K to \p Positions along the slowest dimension. New
/// positions have no stream elements and are inactive.
StreamKernel padded(StreamKernel K, int64_t Positions);

/// Fewest positions that padded() can give and \p Lanes divides.
int64_t paddedPositions(const StreamKernel &K, uint32_t Lanes) noexcept;

/// The canonical variant of \p D. \p Positions, \p Passes and \p Blocks are as
/// in LoweredVariant, 0 when unknown; \p K may be one step or several.
Variant variantOf(const StreamKernel &K, const StreamDesign &D,
                  int64_t Positions, int64_t Passes = 0, int64_t Blocks = 0);

/// Condition that forbids lanes or vectors to work on \p K side by side;
/// nothing when they may. Source: docs/variants.md, legality.
std::optional<std::string> whyNotParallel(const StreamKernel &K,
                                          const StreamDesign &D);

} // namespace roofline

#endif
