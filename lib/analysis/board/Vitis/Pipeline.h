// Cycles of one pipelined loop, with those that are flattened into it.
#ifndef ROOFLINE_LIB_VITIS_PIPELINE_H
#define ROOFLINE_LIB_VITIS_PIPELINE_H

#include "Banks.h"
#include "Schedule.h"

namespace roofline::vitis {

struct PipelineCost {
  double Before = 0;   ///< [cycle] of invariant code in front of the loop
  double Interval = 1; ///< [cycle]
  double Depth = 0;    ///< [cycle] of one iteration
  double Entry = 2;    ///< [cycle] to start and to end
  double Trips = 1;    ///< iterations of all its loops together
  PortLimit Ports;
  std::string Reason; ///< of an interval above 1

  /// Rule of the pipelined loop: (trip - 1) II + depth, and its entry.
  double cycles() const {
    double Rest = Trips > 1 ? (Trips - 1) * Interval : 0;
    return Before + Rest + Depth + Entry;
  }
};

/// Prices the pipeline of \p Spine, outermost loop first. \p Have are the
/// wishes of all pipelines; \p Wanted grows with those of this one.
PipelineCost pricePipeline(const Frame &F, const std::vector<uint32_t> &Spine,
                           const std::vector<std::optional<int64_t>> &Values,
                           const LoopRanges &Ranges, const BankWishes &Have,
                           BankWishes &Wanted);

} // namespace roofline::vitis

#endif
