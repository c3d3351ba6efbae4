// Memories of a body: how they are split, and how often a port is free.
#ifndef ROOFLINE_LIB_VITIS_BANKS_H
#define ROOFLINE_LIB_VITIS_BANKS_H

#include "Schedule.h"

namespace roofline::vitis {

struct PortLimit {
  double Interval = 1;   ///< [cycle]
  uint32_t Array = NoOp; ///< index into Forms::Arrays
  unsigned Accesses = 0; ///< per iteration
  double Ports = 2;      ///< of the array
};

/// Accesses of each array in one iteration of a pipeline.
std::vector<unsigned> movingAccesses(const Frame &F, const Body &B);

/// Rule 3.7: two ports for each bank of an array. \p Ports grows where the
/// pipeline gets more banks. Dependences alone allow an interval of \p Least.
PortLimit portLimit(const Frame &F, const Body &B, const NestLoop &Pipeline,
                    double Least, PortCounts &Ports);

/// Rule 3.5: where a partially unrolled loop reads and writes an array, and its
/// start is no multiple of the factor, the copies wait for each other.
void chainMisaligned(const Frame &F, Body &B, uint32_t Loop);

} // namespace roofline::vitis

#endif
