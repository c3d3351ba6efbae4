// Removes nodes that no result depends on.
#ifndef ROOFLINE_STREAM_DEADNODES_H
#define ROOFLINE_STREAM_DEADNODES_H

#include "roofline/Stream/StreamKernel.h"

namespace roofline {

/// Removes the nodes and recurrences of \p K that no output and no reduction
/// depends on; with \p KeepTaps all input nodes stay. Order and streams stay.
void removeDeadNodes(StreamKernel &K, bool KeepTaps);

/// Removes the nodes of \p K that no result depends on, and unused inputs, taps
/// and scalars.
void removeUnused(StreamKernel &K);

/// Redirects results and operands of \p K to the first of equal nodes, which
/// have the same operation and operands. The other nodes stay, without readers.
void mergeEqualNodes(StreamKernel &K);

/// Adds \p Delta to the taps of input \p Input, unless it is among them.
void addTap(StreamKernel &K, uint64_t Input, const Offset &Delta);

/// Calls \p Use(node) for each value and enable of \p K's results, and what a
/// position leaves to the next; KernelT is StreamKernel or const StreamKernel.
template <typename KernelT, typename UseFn>
void forEachResult(KernelT &K, UseFn Use) {
  for (auto &Out : K.Outputs)
    forEachNode(Out, Use);
  for (auto &R : K.Reductions)
    forEachNode(R, Use);
  for (auto &R : K.Recurrences)
    forEachNode(R, Use);
}

} // namespace roofline

#endif
