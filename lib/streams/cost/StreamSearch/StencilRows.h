// Prices for the rows of designs that a search of passes needs.
#ifndef ROOFLINE_LIB_STREAMSEARCH_STENCILROWS_H
#define ROOFLINE_LIB_STREAMSEARCH_STENCILROWS_H

#include "roofline/StreamSearch/StencilSearch.h"

namespace roofline {

/// More of a resource that a gain is found for: see StencilGain.
constexpr double GainFactor = 2;

/// Prices the rows of \p P that some design of \p Space may be best in; others
/// stay without a price. Sets the widest vector of passes of several steps.
void priceRows(StencilPricing &P, const StencilSpace &Space);

} // namespace roofline

#endif
