// A datapath without what no result depends on.
#ifndef ROOFLINE_STREAM_DEADNODES_H
#define ROOFLINE_STREAM_DEADNODES_H

#include "roofline/Stream/StreamKernel.h"

namespace roofline {

/// Takes the nodes out of \p K that no output and no reduction depends on;
/// with \p KeepTaps inputs stay, in use or not. Order and streams stay.
void removeDeadNodes(StreamKernel &K, bool KeepTaps);

/// Leaves the nodes of \p K that a result depends on, with their inputs, taps
/// and scalars.
void removeUnused(StreamKernel &K);

/// Has results and operands of \p K read the first one of equal nodes, those
/// of one operation on the same operands; the others are left unread.
void mergeEqualNodes(StreamKernel &K);

/// Adds \p At to the taps of input \p Input, where it is not among them.
void addTap(StreamKernel &K, uint64_t Input, const Offset &At);

/// Calls \p Use(node) for each value and enable of \p K's results; \p K is a
/// StreamKernel, const or not.
template <typename KernelT, typename UseFn>
void forEachResult(KernelT &K, UseFn Use) {
  for (auto &Out : K.Outputs) {
    Use(Out.Value);
    if (Out.Enable)
      Use(*Out.Enable);
  }
  for (auto &R : K.Reductions) {
    Use(R.Value);
    if (R.Enable)
      Use(*R.Enable);
  }
}

} // namespace roofline

#endif
