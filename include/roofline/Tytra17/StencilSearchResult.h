// The result of a search for designs of an iterated kernel.
#ifndef ROOFLINE_TYTRA17_STENCILSEARCHRESULT_H
#define ROOFLINE_TYTRA17_STENCILSEARCHRESULT_H

#include "roofline/Tytra17/StencilCost.h"
#include "roofline/Tytra17/StreamSearchResult.h"

namespace roofline {

struct StencilDesign {
  StreamDesign Design;
  int64_t Positions = 0; ///< [position] with padding
  PassPrice Price;
};

/// The gain that more of something would bring to the best time.
struct StencilGain {
  std::string Of; ///< "memory bandwidth", twice as much of it
  double Gain = 1;
  StreamDesign Design; ///< the best one then
};

struct StencilReport {
  StencilPricing Pricing;
  /// The fastest that fits for each number of steps a pass, ascending; of many
  /// numbers some, and the winner's.
  std::vector<StencilDesign> BySteps;
  std::optional<size_t> Best;       ///< index into BySteps
  std::vector<StencilDesign> Front; ///< by ascending time
  std::vector<StencilGain> Gains;
  std::vector<ExcludedDesigns> Excluded;
  std::optional<StencilDesign> TooLarge; ///< the smallest that does not fit
  uint64_t Priced = 0;
};

} // namespace roofline

#endif
