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

/// Gain in the best time from twice as much of one resource.
struct StencilGain {
  std::string Resource; ///< doubled resource: "memory bandwidth"
  double Gain = 1;
  StreamDesign Design; ///< the best design then
};

struct StencilReport {
  StencilPricing Pricing;
  /// Fastest design that fits, by ascending number of steps in a pass. Of many
  /// numbers it has some, and the winner's.
  std::vector<StencilDesign> BySteps;
  std::optional<size_t> Best;       ///< index into BySteps
  std::vector<StencilDesign> Front; ///< by ascending time
  std::vector<StencilGain> Gains;
  std::vector<ExcludedDesigns> Excluded;
  std::optional<StencilDesign> TooLarge; ///< smallest design if none fits
  uint64_t Priced = 0;
  std::vector<SynthesisedDesign> Synthesised; ///< the best of Front

  /// Notes of the best design's pass: one of one step, or of several.
  const std::vector<std::string> &notes() const {
    const bool IsOne = Best && BySteps[*Best].Design.Steps == 1;
    const StreamPricing &P = IsOne ? Pricing.One : Pricing.Whole.Three;
    return P.Platform.Notes;
  }
};

} // namespace roofline

#endif
