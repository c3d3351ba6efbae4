// A scheduled loop kernel as a netlist.
#ifndef ROOFLINE_LOOPCORE_LOOPNETLIST_H
#define ROOFLINE_LOOPCORE_LOOPNETLIST_H

#include "roofline/LoopCore/LoopSchedule.h"
#include "roofline/Netlist/Netlist.h"

namespace roofline {

/// The core of \p K as one module \p Name. Ports, beside the clock: rst, start,
/// done; s_X_tdata, _tvalid, _tready, _tlast of each input port X, and m_X_ of
/// each output port, with _tstrb; arg_X of each scalar. One enable stops all of
/// it where a port has to wait.
Netlist loopNetlist(const LoopKernel &K, const LoopSchedule &S,
                    const std::string &Name);

} // namespace roofline

#endif
