// Results of a search for designs of a stream kernel.
#ifndef ROOFLINE_TYTRA17_STREAMSEARCHRESULT_H
#define ROOFLINE_TYTRA17_STREAMSEARCHRESULT_H

#include "roofline/Resources/ResourceComparison.h"
#include "roofline/Tytra17/StreamCost.h"

namespace roofline {

enum class Objective : uint8_t { Time, Energy, Area };

struct PricedDesign {
  StreamDesign Design;
  int64_t Positions = 0; ///< [position] with padding
  StreamPrice Price;
};

/// A condition that excludes designs, with one of them.
struct ExcludedDesigns {
  StreamDesign Example;
  std::string Why;
};

struct StreamSearchResult {
  std::optional<PricedDesign> Best;
  std::vector<PricedDesign> Front; ///< by ascending time
  uint64_t Priced = 0;             ///< number of calls of price()
  std::vector<ExcludedDesigns> Excluded;
  /// Design with the smallest share, if none fits.
  std::optional<PricedDesign> TooLarge;
};

/// The kernel as a core of loops with memories, beside its designs of streams.
struct LoopDesign {
  StreamPrice Price;
  ClockRange Clock;
  bool IsInFront = false, IsBest = false;
};

/// A kernel's designs, and the platform of their prices.
struct StreamReport {
  StreamPricing Pricing;
  std::vector<PricedDesign> Designs;
  std::vector<bool> InFront; ///< by design
  std::vector<ExcludedDesigns> Excluded;
  std::optional<size_t> Best; ///< index into Designs
  Objective Goal = Objective::Time;
  uint64_t Priced = 0;
  std::optional<PricedDesign> TooLarge;
  std::vector<SynthesisedDesign> Synthesised; ///< the best of Designs
  std::optional<LoopDesign> Loops;
  std::string WhyNoLoops; ///< where they were asked for and are none
  /// Why the kernel is no map over streams: there are loops alone, and of
  /// Pricing the platform and the kernel's name.
  std::string WhyNoStreams;
};

} // namespace roofline

#endif
