// Schedules of bodies: sums as trees, intervals of pipelines, depths.
#ifndef ROOFLINE_LIB_VITIS_SCHEDULE_H
#define ROOFLINE_LIB_VITIS_SCHEDULE_H

#include "Body.h"

namespace roofline::vitis {

struct Schedule {
  double Interval = 1;           ///< [cycle]
  double Depth = 0;              ///< [cycle] of one iteration
  double RecurrenceInterval = 1; ///< [cycle] by dependences alone
  uint32_t Tight = NoOp;         ///< edge in Body::Carried that forces it
};

/// Rule 3.1: turns chains of sums into trees; a carried value joins last.
void balanceSums(Body &B);

/// Operators that nothing else shares have no multiplexer before them: a sum of
/// double numbers takes 5 cycles instead of 6, a product 7 instead of 5.
void retimeUnshared(Body &B, const Frame &F);

/// Schedules \p B as a pipeline at an interval of \p Least or more; at \p Least
/// where that \p IsKnown to do. \p IsCut: the chain behind an exit is not part
/// of the depth.
Schedule schedulePipeline(const Body &B, double Least, bool IsKnown = false,
                          bool IsCut = false);

/// Rule `quick-sums`: operators of recurrences that take longer than
/// \p Interval allows get their quick form; returns true where one does.
bool hastenRecurrences(Body &B, double Interval);

/// Accesses that the banks of each array serve in a cycle.
using PortCounts = std::vector<double>;

/// Schedules the operations of \p B for which \p IsWanted holds once, as soon
/// as values and ports are ready.
Schedule scheduleOnce(const Frame &F, const Body &B, const PortCounts &Ports,
                      bool IsInvariantOnly);

/// Marks operations that are the same in every iteration of \p Spine: the
/// compiler moves them in front of the loop.
void markInvariant(const Frame &F, Body &B, const std::vector<uint32_t> &Spine);

/// Operations that remain, inputs first.
std::vector<uint32_t> orderOf(const Body &B);

} // namespace roofline::vitis

#endif
