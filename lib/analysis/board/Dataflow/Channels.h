// The channels between the processes of a region.
#ifndef ROOFLINE_LIB_DATAFLOW_CHANNELS_H
#define ROOFLINE_LIB_DATAFLOW_CHANNELS_H

#include "Schedule.h"

#include "roofline/Dataflow/DataflowRegion.h"

namespace roofline::dataflow {

/// Adds FIFOs and arrays to \p R, whose processes have their names and loops,
/// and what breaks the rules. Returns the operations that access FIFOs.
std::vector<FifoUse> findChannels(const KernelSummary &K,
                                  const KernelPlaces &Places,
                                  DataflowRegion &R);

} // namespace roofline::dataflow

#endif
