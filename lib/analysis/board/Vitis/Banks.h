// Memories of a body: how they are split, and how often a port is free.
#ifndef ROOFLINE_LIB_VITIS_BANKS_H
#define ROOFLINE_LIB_VITIS_BANKS_H

#include "Body.h"

namespace roofline::vitis {

struct PortLimit {
  double Interval = 1;   ///< [cycle]
  uint32_t Array = NoOp; ///< index into Forms::Arrays
  unsigned Accesses = 0; ///< per iteration
};

/// Rule 3.7: two ports for each bank of an array.
PortLimit portLimit(const Frame &F, const Body &B, const NestLoop &Pipeline);

} // namespace roofline::vitis

#endif
