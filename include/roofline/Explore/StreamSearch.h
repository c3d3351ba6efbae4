// The best designs of a stream kernel on a device.
//
/// \file
/// A space is all lanes, vectors, forms and memory forms that are legal. The
/// search is exact: it leaves out a design only where a bound proves that it is
/// no better than one that it keeps. Its memory is the front's.
///   - More lanes need no less of any resource, and move no fewer bytes: once a
///     design does not fit, or waits for memory, more lanes are not better.
///   - A row (form, memory form, vector) is left out where its least time and
///     its least resources together are no better than a kept design.
#ifndef ROOFLINE_EXPLORE_STREAMSEARCH_H
#define ROOFLINE_EXPLORE_STREAMSEARCH_H

#include "roofline/Tytra17/StreamSearchResult.h"

#include <functional>

namespace roofline {

struct StreamSpace {
  uint32_t MaxLanes = 256;
  uint32_t MaxVector = 1u << MaxLogVector;
  bool Padded = false; ///< also lanes that divide a padded space alone
  std::optional<ElementForm> Form = std::nullopt; ///< this one alone
};

/// Calls \p Use(Design, Positions) for the designs of \p Space, lanes fastest,
/// until it returns false, which ends a row. \p P's kernel has those positions
/// during the call.
void forEachDesign(
    StreamPricing &P, const StreamSpace &Space,
    std::vector<ExcludedDesigns> &Excluded,
    const std::function<bool(const StreamDesign &, int64_t)> &Use);

/// Whole Pareto front over time and each resource (without a cost model: over
/// time and lanes times vector), and the best by \p O: by time, by energy,
/// which is power times time, or by area, the largest share of a resource. Of
/// equal designs the first one is kept.
StreamSearchResult exploreStreams(StreamPricing P, const StreamSpace &Space,
                                  Objective O);

/// All designs of \p Space with their prices, and the front marked.
std::vector<PricedDesign> allDesigns(StreamPricing P, const StreamSpace &Space,
                                     std::vector<ExcludedDesigns> &Excluded);

/// The designs of allDesigns() and the best of them.
StreamReport variantsReport(StreamPricing P, const StreamSpace &Space);
/// The front of exploreStreams().
StreamReport exploreReport(StreamPricing P, const StreamSpace &Space,
                           Objective O);

/// True when \p L is in nothing worse than \p R.
bool isNoWorse(const PricedDesign &L, const PricedDesign &R) noexcept;

/// Adds \p D to a front, unless it has one that isNoWorse().
template <typename Design>
void addToFront(std::vector<Design> &Front, const Design &D) {
  for (const Design &Kept : Front)
    if (isNoWorse(Kept, D))
      return;
  std::erase_if(Front, [&](const Design &Kept) { return isNoWorse(D, Kept); });
  Front.push_back(D);
}

/// Why \p D, a design of \p P's kernel, does not go onto the device, and the
/// largest that does, with as many positions a cycle in a lane or fewer;
/// nothing where it fits. Also says what has no price or no known resources.
std::optional<std::string> whyTooLarge(const StreamPricing &P, StreamDesign D);

/// Why \p O has no value here ("energy needs the power of ..."), or nothing.
std::optional<std::string> whyNoObjective(const StreamPricing &P, Objective O);

} // namespace roofline

#endif
