// Pipelines that flush, as processes that freeze.
//
/// \file
/// Each stage of a pipeline that accesses FIFOs becomes a process of its own;
/// links hold the iterations between two of them. So a run may jump over
/// repetitions, which it does not with StallStyle::Flushes. A link holds one
/// iteration more than the stages there. Stages that access one FIFO freeze
/// together.
#ifndef ROOFLINE_LIB_DATAFLOW_STAGEDNETWORK_H
#define ROOFLINE_LIB_DATAFLOW_STAGEDNETWORK_H

#include "roofline/Dataflow/DataflowRun.h"

namespace roofline::dataflow {

struct StagedNetwork {
  /// FIFOs of the original come first, links behind them.
  DataflowNetwork Network;
  std::vector<uint32_t> Owners; ///< of each process, in the original
};

/// Returns \p N, which has no arrays, with a process for each stage.
StagedNetwork stagedNetwork(const DataflowNetwork &N);

/// The run \p R of \p S by the processes and FIFOs of the original, \p N.
DataflowRun joinStages(const DataflowNetwork &N, const StagedNetwork &S,
                       const DataflowRun &R);

} // namespace roofline::dataflow

#endif
