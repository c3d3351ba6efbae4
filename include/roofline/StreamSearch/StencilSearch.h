// Finds the best designs of an iterated kernel: steps per pass, lanes, vector.
//
/// \file
/// The space holds the designs of exploreStreams() for each useful number of
/// steps per pass. A number is useful where it saves a pass: T = ceil(H / n)
/// for n passes. Front and winner are exact in that space by pricePasses().
/// Designs in the report get a second price from their own schedule and layout.
///
/// A row (form, vector) gets a price only where no narrower one proves that it
/// is no help. More positions a cycle need more cells, but for their delay
/// lines: these may get smaller, as their words get wider and fewer. They are
/// known without a cover. So a design of one lane that waits for memory leaves
/// out all wider ones and those of more lanes whose delay lines are not
/// smaller. With twice the bandwidth, for which a gain is found, it has to wait
/// as well, or some design has to be as fast as the memory then is.
#ifndef ROOFLINE_STREAMSEARCH_STENCILSEARCH_H
#define ROOFLINE_STREAMSEARCH_STENCILSEARCH_H

#include "roofline/StreamSearch/StreamSearch.h"
#include "roofline/Tytra17/StencilSearchResult.h"

namespace roofline {

/// Limits of the search.
struct StencilSpace {
  StreamSpace OfPass;       ///< designs of one pass
  uint32_t MaxSteps = 1024; ///< [step] most in a pass
};

/// Returns the numbers of steps per pass to try, ascending. Each number needs
/// fewer passes for \p Steps than the one before it.
std::vector<uint32_t> stepsToTry(int64_t Steps, uint32_t MaxSteps);

/// Returns the price of a pass from its own schedule; nothing where it has no
/// price.
using ExactPrice = std::function<std::optional<StreamPrice>(
    const StreamDesign &, int64_t Positions)>;

/// Returns the prices of passes over blocks of a size, from those over the
/// whole field; nothing where no such blocks are possible.
using BlockPricing = std::function<std::optional<StencilPricing>(
    const StencilPricing &, const BlockSize &)>;

/// Returns the best design for each number of steps per pass, the front over
/// time and each resource, and the changes that would make the winner faster.
/// Tries blocks, with powers of two as sides, where block RAM limits passes
/// over the whole field.
StencilReport exploreSteps(StencilPricing P, const StencilSpace &Space,
                           const ExactPrice &Exactly,
                           const BlockPricing &Blocks = nullptr);

} // namespace roofline

#endif
