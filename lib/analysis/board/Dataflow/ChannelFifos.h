// The channels that launches share, as FIFOs.
//
/// \file
/// Elements of an array of channels that all operations use alike are one FIFO
/// of several lanes.
#ifndef ROOFLINE_LIB_DATAFLOW_CHANNELFIFOS_H
#define ROOFLINE_LIB_DATAFLOW_CHANNELFIFOS_H

#include "Schedule.h"

namespace roofline::dataflow {

/// A launch whose closed forms are over loops alone.
struct BoundProcess {
  KernelSummary Kernel;
  std::vector<VitisLoop> Loops;
};

/// Adds the FIFOs to \p N, whose processes are \p Processes, and to \p Missing
/// why channels are not followed. Returns the uses of each process, in the
/// order of its operations.
std::vector<std::vector<FifoUse>>
findFifos(const std::vector<BoundProcess> &Processes, DataflowNetwork &N,
          std::vector<Unknown> &Missing);

} // namespace roofline::dataflow

#endif
