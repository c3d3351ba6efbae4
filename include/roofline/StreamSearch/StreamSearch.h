// Finds the best designs of a stream kernel on a device.
//
/// \file
/// A space is all legal lanes, vectors, forms and memory forms. The search is
/// exact: it leaves out a design only where a bound proves that a kept design
/// is as good. It stores only the front.
///   - More lanes need no less of any resource, and move no fewer bytes. Once a
///     design does not fit, or waits for memory, more lanes are not better.
///   - A row (form, memory form, vector) is left out where its least time and
///     its least resources together are no better than a kept design.
#ifndef ROOFLINE_STREAMSEARCH_STREAMSEARCH_H
#define ROOFLINE_STREAMSEARCH_STREAMSEARCH_H

#include "roofline/Tytra17/StreamSearchResult.h"

#include <functional>

namespace roofline {

/// Limits of the search.
struct StreamSpace {
  uint32_t MaxLanes = 256;                 ///< most lanes
  uint32_t MaxVector = 1u << MaxLogVector; ///< [position] most in a beat
  bool Padded = false; ///< also tries lanes that divide only a padded space
  std::optional<ElementForm> Form = std::nullopt; ///< the only form; else all
};

/// Calls \p Use(Design, Positions) for the designs of \p Space, lanes fastest.
/// Once \p Use returns false, the rest of that row is left out. During a call,
/// \p P's kernel has the given number of positions. Adds designs that are not
/// possible to \p Excluded.
void forEachDesign(
    StreamPricing &P, const StreamSpace &Space,
    std::vector<ExcludedDesigns> &Excluded,
    const std::function<bool(const StreamDesign &, int64_t)> &Use);

/// Returns the whole Pareto front over time and each resource; without a cost
/// model, over time and lanes times vector. Also returns the best design by
/// \p O: time, energy (power times time) or area (the largest share of a
/// resource). The front keeps the first of equal designs.
StreamSearchResult exploreStreams(StreamPricing P, const StreamSpace &Space,
                                  Objective O);

/// Returns all designs of \p Space with their prices. Marks the front.
std::vector<PricedDesign> allDesigns(StreamPricing P, const StreamSpace &Space,
                                     std::vector<ExcludedDesigns> &Excluded);

/// Returns a report of allDesigns() and the best of them.
StreamReport variantsReport(StreamPricing P, const StreamSpace &Space);
/// Returns a report of the front of exploreStreams().
StreamReport exploreReport(StreamPricing P, const StreamSpace &Space,
                           Objective O);

/// Puts loops that cost \p Price into the front of \p R: designs of streams
/// that are worse in everything leave it, and equal ones stay.
void addLoops(StreamReport &R, const StreamPrice &Price,
              const ClockRange &Clock);

/// True when \p L is at least as good as \p R in time and every resource.
bool isNoWorse(const PricedDesign &L, const PricedDesign &R) noexcept;

/// Adds \p D to \p Front, unless a design of the front isNoWorse(). Removes the
/// designs to which \p D isNoWorse().
template <typename Design>
void addToFront(std::vector<Design> &Front, const Design &D) {
  for (const Design &Kept : Front)
    if (isNoWorse(Kept, D))
      return;
  std::erase_if(Front, [&](const Design &Kept) { return isNoWorse(D, Kept); });
  Front.push_back(D);
}

/// Returns why design \p D of \p P's kernel does not fit the device, and the
/// largest design with no longer vector and no more lanes that fits. Also says
/// why a design has no price or unknown resources. Nothing where \p D fits.
std::optional<std::string> whyTooLarge(const StreamPricing &P, StreamDesign D);

/// Returns why \p O has no value here ("energy needs the power of ...");
/// nothing where it has one.
std::optional<std::string> whyNoObjective(const StreamPricing &P, Objective O);

} // namespace roofline

#endif
