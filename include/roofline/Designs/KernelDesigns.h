// Designs of a compiled kernel with their prices, as a search found them.
#ifndef ROOFLINE_DESIGNS_KERNELDESIGNS_H
#define ROOFLINE_DESIGNS_KERNELDESIGNS_H

#include "roofline/Fit/FitEstimate.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace roofline {

/// Designs that a search is among.
struct KernelSpace {
  uint32_t MaxUnroll = 64;    ///< copies of a loop's body
  uint32_t MaxUnits = 8;      ///< compute units
  double Utilisation = 1;     ///< [1] part of each resource that may be in use
  std::optional<Hertz> Clock; ///< nothing: what each design's fit predicts
  /// Replays of the launch that the search may take: more loops and factors
  /// lower MaxUnroll.
  uint64_t MostReplays = 16384;
};

/// A design with its price.
struct PricedKernelDesign {
  Design D;                               ///< as the source asks for it
  std::array<uint64_t, 3> Group{1, 1, 1}; ///< [work-item]
  double Cycles = 0;
  Hertz Clock;
  Seconds Time, Fastest, Slowest; ///< as of BoardEstimate, at Clock
  FitAmounts Need;                ///< shell included
  Utilization Used;               ///< [1] of the board
  const char *Limit = "";         ///< "memory", "passes" or "latency"
  std::string WhatIf; ///< for analyze --what-if; empty: as the source is
  std::vector<std::string> Changes; ///< what the source has to say
};

/// \p D, which \p E and \p F are of; at \p Clock, or at the one that the fit
/// predicts. \p Of: what \p E was priced on.
PricedKernelDesign priceDesign(const BoundKernel &Of, const BoardEstimate &E,
                               const FitEstimate &F, Design D,
                               std::optional<Hertz> Clock);

struct KernelSearchResult {
  std::string Kernel, Board;
  KernelSpace Space; ///< with the MaxUnroll that was used
  PricedKernelDesign Source;
  std::vector<PricedKernelDesign> Front; ///< by ascending time
  std::optional<size_t> Best;            ///< index into Front
  /// The one with the smallest share that does not fit, where Front is empty.
  std::optional<PricedKernelDesign> TooLarge;
  uint64_t Replays = 0, Priced = 0, Fitting = 0; ///< designs
  /// Replays that were not needed: a part of each design does not fit.
  uint64_t LeftOut = 0;
  double WallSeconds = 0; ///< [s] of the search
  FitAmounts Available;   ///< of the board
  FitAmounts Error;       ///< [1] median relative error of Need
  double ClockError = 0;  ///< [1] of Clock
  bool IsAtLeast = false; ///< some operators have no price: Need is at least
  Doubt Why = Doubt::None;
  std::vector<std::string> Notes; ///< what the space leaves out, and catches

  bool fits(const PricedKernelDesign &D) const {
    return D.Used.Logic <= Space.Utilisation &&
           D.Used.Memory <= Space.Utilisation &&
           D.Used.Dsp <= Space.Utilisation;
  }
};

} // namespace roofline

#endif
