// Arrays between processes that could be streams.
#ifndef ROOFLINE_LIB_DATAFLOW_STREAMEDARRAYS_H
#define ROOFLINE_LIB_DATAFLOW_STREAMEDARRAYS_H

#include "roofline/Dataflow/DataflowEstimate.h"

namespace roofline::dataflow {

/// Adds to \p D.Changes each array that a stream of depth 2 may replace: its
/// writer and its reader go once through all elements, in the same order.
void findStreamedArrays(const KernelSummary &K,
                        const std::vector<VitisLoop> &Loops,
                        const DataflowRunOptions &Options, DataflowResult &D);

} // namespace roofline::dataflow

#endif
