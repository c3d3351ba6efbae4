// Designs of a compiled kernel with their prices, as a search finds them.
#ifndef ROOFLINE_DESIGNS_KERNELDESIGNS_H
#define ROOFLINE_DESIGNS_KERNELDESIGNS_H

#include "roofline/Fit/FitEstimate.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace roofline {

/// Limits of a search.
struct KernelSpace {
  uint32_t MaxUnroll = 64;    ///< most copies of a loop's body
  uint32_t MaxUnits = 8;      ///< most compute units
  double Utilization = 1;     ///< [1] largest used share of each resource
  std::optional<Hertz> Clock; ///< empty takes the clock that the fit predicts
  /// Most replays of the launch. A search that needs more lowers MaxUnroll.
  uint64_t MostReplays = 16384;
};

/// A design with its price.
struct PricedKernelDesign {
  Design D;                               ///< factors as the source writes them
  std::array<uint64_t, 3> Group{1, 1, 1}; ///< [work-item] by dimension
  double Cycles = 0;                      ///< [cycle] of the launch
  Hertz Clock;
  Seconds Time;                            ///< at Clock
  std::optional<Seconds> Fastest, Slowest; ///< as in BoardTime
  FitAmounts Need;                         ///< resources, shell included
  Utilization Used;                        ///< [1] shares of the board
  const char *Limit = "";                  ///< "memory", "passes" or "latency"
  std::string WhatIf; ///< argument of analyze --what-if; empty for the source
  std::vector<std::string> Changes; ///< edits of the source for this design
};

/// Combines time \p E and resources \p F of design \p D into a price, at \p
/// Clock or at the clock that the fit predicts.
PricedKernelDesign priceDesign(const BoardEstimate &E, const FitEstimate &F,
                               Design D, std::optional<Hertz> Clock);

/// Designs that a search found.
struct KernelSearchResult {
  std::string Kernel, Board; ///< names
  KernelSpace Space;         ///< with the MaxUnroll that the search used
  PricedKernelDesign Source; ///< the source's own design
  std::vector<PricedKernelDesign> Front; ///< by ascending time
  std::optional<size_t> Best;            ///< index into Front
  /// Smallest design, which does not fit; set where Front is empty.
  std::optional<PricedKernelDesign> TooLarge;
  uint64_t Replays = 0, Priced = 0, Fitting = 0; ///< numbers of designs
  /// Designs left without a replay: a design that is part of them does not fit.
  uint64_t LeftOut = 0;
  double WallSeconds = 0;  ///< [s] wall time of the search
  FitAmounts Available;    ///< resources of the board
  FitAmounts Error;        ///< [1] median relative error of Need
  double ClockError = 0;   ///< [1] median relative error of Clock
  bool IsAtLeast = false;  ///< Need is a lower bound: operators without price
  Doubt Why = Doubt::None; ///< doubt about the times
  std::vector<std::string> Notes; ///< designs left out, and other remarks

  /// True where \p D uses no more than Space.Utilization of each resource.
  bool fits(const PricedKernelDesign &D) const {
    return D.Used.Logic <= Space.Utilization &&
           D.Used.Memory <= Space.Utilization &&
           D.Used.Dsp <= Space.Utilization;
  }
};

} // namespace roofline

#endif
