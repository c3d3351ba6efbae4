// A core as one netlist: its lanes, and the module around them.
#ifndef ROOFLINE_NETLIST_CORENETLIST_H
#define ROOFLINE_NETLIST_CORENETLIST_H

#include "roofline/Core/StreamLayout.h"
#include "roofline/Netlist/Netlist.h"

namespace roofline {

/// Builds the core of design \p D with schedule \p S and layout \p L, as its
/// top module has it: the first \p Lanes lanes side by side, start and done,
/// the lanes' reductions joined, and the lane of a Finish kernel. Every
/// parameter has its value.
Netlist coreNetlist(const StreamKernel &K, const StreamDesign &D,
                    const DatapathSchedule &S, const LaneLayout &L,
                    uint32_t Lanes);

} // namespace roofline

#endif
