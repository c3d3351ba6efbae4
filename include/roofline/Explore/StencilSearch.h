// The best designs of an iterated kernel: how many steps a pass, how many
// lanes, which vector.
//
/// \file
/// The space is that of exploreStreams() for each number of steps a pass, of
/// which those are looked at that save a pass: T = ceil(H / n) for n passes.
/// Front and winner are exact in that space by pricePasses(); designs that are
/// shown are priced once more from their own schedule and layout.
#ifndef ROOFLINE_EXPLORE_STENCILSEARCH_H
#define ROOFLINE_EXPLORE_STENCILSEARCH_H

#include "roofline/Explore/StreamSearch.h"
#include "roofline/Tytra17/StencilSearchResult.h"

namespace roofline {

struct StencilSpace {
  StreamSpace OfPass;
  uint32_t MaxSteps = 1024; ///< of a pass
};

/// The steps a pass that are looked at, ascending: each saves a pass against
/// the one before it.
std::vector<uint32_t> stepsToTry(int64_t Steps, uint32_t MaxSteps);

/// The price of a pass from its own schedule; nothing: it has none.
using ExactPrice = std::function<std::optional<StreamPrice>(
    const StreamDesign &, int64_t Positions)>;

/// Prices of passes over blocks of a size; nothing: there are none.
using BlockPricing =
    std::function<std::optional<StencilPricing>(const BlockSize &)>;

/// The best design for each number of steps a pass, the front over time and
/// each resource, and what would make the winner faster.
/// Blocks, whose sides are powers of two, are looked at where block RAM keeps
/// passes over the whole field from being faster.
StencilReport exploreSteps(StencilPricing P, const StencilSpace &Space,
                           const ExactPrice &Exactly,
                           const BlockPricing &Blocks = nullptr);

} // namespace roofline

#endif
