// Packets that launches at the same time write into channels and read.
//
/// \file
/// A kernel waits where a channel is full, and where it is empty. So of kernels
/// that are launched together one waits for ever where more packets are written
/// than are read and than the channel holds, or more read than written.
/// Does not handle non-blocking operations, and pipes that are arguments, which
/// the host connects.
#ifndef ROOFLINE_LIB_PRICING_PACKETBALANCE_H
#define ROOFLINE_LIB_PRICING_PACKETBALANCE_H

#include "roofline/Hpca16/DesignGuards.h"
#include "roofline/Kernel/KernelSummary.h"
#include "roofline/Kernel/Launch.h"

#include <string>
#include <vector>

namespace roofline {

/// A launch that runs beside others, \p Times in a row.
struct ConnectedLaunch {
  const KernelSummary *Kernel;
  Launch L;
  uint64_t Times = 1;
  bool IsCounted = true; ///< false: nobody knows how often it runs
};

/// A channel at which launches wait for ever.
struct Stall {
  std::string Channel;
  LoopWarning Warning;
  std::vector<uint32_t> Launches; ///< that write or read it, by their indices
};

/// Returns the channels at which \p Together, launched at the same time, wait
/// for ever, whatever data decide. A channel without a depth holds nothing.
std::vector<Stall> stalls(const std::vector<ConnectedLaunch> &Together);

} // namespace roofline

#endif
