// A core as one netlist: its lanes, and the module around them.
#ifndef ROOFLINE_NETLIST_CORENETLIST_H
#define ROOFLINE_NETLIST_CORENETLIST_H

#include "roofline/Core/StreamLayout.h"
#include "roofline/Netlist/SizeNetlist.h"

#include <string_view>

namespace roofline {

/// Builds the core of design \p D with schedule \p S and layout \p L, as its
/// top module has it: the first \p Lanes lanes side by side, start and done,
/// the lanes' reductions joined, and the lane of a Finish kernel; also what
/// computes \p Words, which are outputs, offsets with the address that they are
/// added to. Every parameter has its value.
Netlist coreNetlist(const StreamKernel &K, const StreamDesign &D,
                    const DatapathSchedule &S, const LaneLayout &L,
                    uint32_t Lanes, const std::vector<SizedWord> &Words = {});

/// Builds what is around the lanes alone, as the top module prints it. Inputs,
/// beside those of a launch: "busy" and "result__NAME" of each lane, as
/// laneSignal() names them, and busy__finish. Outputs: done, load, which the
/// lanes take, load__finish, and the reductions, "result_NAME", or "sum__NAME"
/// where a Finish kernel takes them.
Netlist controlNetlist(const StreamKernel &K, const StreamDesign &D,
                       const LaneNames &Names);
std::string laneSignal(std::string_view Signal, uint32_t Lane);

} // namespace roofline

#endif
