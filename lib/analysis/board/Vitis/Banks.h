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
  bool IsGiven = false;  ///< by the source, or as an argument has them
  uint32_t Bus = NoOp;   ///< index into Buses::Ports, instead of an array
  bool IsWrite = false;  ///< direction on the bus
};

/// Wish for banks that does not fit those of another loop: its factor leaves a
/// rest.
struct OddWish {
  uint32_t Loop = 0;
  uint64_t Factor = 1;
};

/// Wishes of pipelines for each array.
struct BankWishes {
  PortCounts Ports;
  std::vector<std::vector<OddWish>> Odd;
};

/// Rule 3.7: two ports for each bank of an array. \p Wanted grows with the
/// wishes of this pipeline, whose dependences allow an interval of \p Least;
/// \p Have are those of all.
PortLimit portLimit(const Frame &F, const Body &B,
                    const std::vector<uint32_t> &Spine, double Least,
                    const BankWishes &Have, BankWishes &Wanted);

/// Rule 3.5: where a partially unrolled loop reads and writes an array, and its
/// start is no multiple of the factor, the copies wait for each other.
void chainMisaligned(const Frame &F, Body &B, uint32_t Loop);

} // namespace roofline::vitis

#endif
