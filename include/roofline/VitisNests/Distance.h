// Iterations between two accesses to the same element.
#ifndef ROOFLINE_VITISNESTS_DISTANCE_H
#define ROOFLINE_VITISNESTS_DISTANCE_H

#include "roofline/VitisNests/Forms.h"
#include "roofline/VitisNests/Nest.h"

#include <optional>
#include <vector>

namespace roofline::vitis {

/// A loop that a dependence may span.
struct SpanLoop {
  uint32_t Loop = 0;
  int64_t Trip = 1;   ///< [iteration] after unrolling
  int64_t Factor = 1; ///< source iterations of one
};

/// Iterations of each loop, outermost first, from the store to the load.
using Span = std::vector<int64_t>;

/// Subject of a search for a span: two accesses with the same terms.
struct SpanQuery {
  const AccessForm *Form = nullptr;
  Coordinates StoreAt = {}, LoadAt = {};
  std::array<bool, MaxDims> IsIgnored = {}; ///< dimensions that may differ
  int64_t LeastOuter = 0; ///< [iteration] of the outermost loop
};

/// Returns the shortest positive span after which the load meets what the store
/// wrote. Terms of other loops are equal and cancel.
std::optional<Span> shortestSpan(const SpanQuery &Query,
                                 const std::vector<SpanLoop> &Loops);

/// [iteration] of the innermost loop that \p S takes.
int64_t iterationsOf(const Span &S, const std::vector<SpanLoop> &Loops);

/// True where the terms of \p L and \p R of dimension \p Dim are equal.
bool sameTerms(const AccessForm &L, const AccessForm &R, unsigned Dim);

} // namespace roofline::vitis

#endif
