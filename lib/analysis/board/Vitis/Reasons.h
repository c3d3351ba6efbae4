// Why: intervals, what became of directives, what the compiler does unasked.
#ifndef ROOFLINE_LIB_VITIS_REASONS_H
#define ROOFLINE_LIB_VITIS_REASONS_H

#include "Banks.h"

namespace roofline::vitis {

/// Possible causes of an interval.
struct IntervalCauses {
  double Interval = 1;   ///< [cycle] that the pipeline gets
  uint32_t Tight = NoOp; ///< edge in Body::Carried
  double Recurrence = 1; ///< [cycle] by dependences
  double Exit = 1;       ///< [cycle] by tests in the copies of a body
  PortLimit Ports;
  const NestLoop *Loop = nullptr; ///< the pipeline
};

/// Returns the strongest cause, with both ends; empty for an interval of 1.
std::string intervalReason(const Frame &F, const Body &B,
                           const IntervalCauses &Causes);

/// Adds to \p E, whose loops are decided, what became of each directive.
void explainDirectives(const Frame &F, VitisEstimate &E);

/// Adds what the compiler does unasked. \p Ports are those of each array.
void addInferences(const Frame &F, const PortCounts &Ports, VitisEstimate &E);

} // namespace roofline::vitis

#endif
