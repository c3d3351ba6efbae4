// The lane of a core as a netlist.
#ifndef ROOFLINE_NETLIST_LANENETLIST_H
#define ROOFLINE_NETLIST_LANENETLIST_H

#include "roofline/Core/StreamLayout.h"
#include "roofline/Netlist/Netlist.h"

#include <array>

namespace roofline {

/// Names of a lane's ports and words; legal and distinct where they are
/// printed.
struct LaneNames {
  std::string Name; ///< of the core; the lane's module is NAME_lane
  /// Names of ports, without prefix. Fields of one buffer share a port.
  std::vector<std::string> Inputs, Outputs, Scalars, Reductions;
  std::vector<std::string> Taps;                       ///< by input stream
  std::vector<std::string> Nodes;                      ///< by node
  std::vector<std::array<std::string, 3>> Coordinates; ///< by PositionStages
};

/// Returns names for a lane that is not printed.
LaneNames plainNames(const StreamKernel &K, const DatapathSchedule &S);

/// First stream of each port of \p Streams.
template <typename S>
std::vector<uint32_t> portsOf(const std::vector<S> &Streams) {
  std::vector<uint32_t> Ports;
  for (uint32_t I = 0; I < Streams.size(); ++I)
    if (portOf(Streams, I) == I)
      Ports.push_back(I);
  return Ports;
}

/// The streams that share the port of \p Streams[I], by field; null for fields
/// without a stream.
template <typename S>
std::vector<const S *> fieldsOf(const std::vector<S> &Streams, uint32_t I) {
  std::vector<const S *> Fields(Streams[I].Fields);
  for (uint32_t J = I; J < Streams.size(); ++J)
    if (portOf(Streams, J) == I)
      Fields[Streams[J].field()] = &Streams[J];
  return Fields;
}

/// Builds the lane of design \p D with schedule \p S and layout \p L. Constants
/// that differ between lanes are parameters, with a value for each lane.
Netlist laneNetlist(const StreamKernel &K, const StreamDesign &D,
                    const DatapathSchedule &S, const LaneLayout &L,
                    const LaneNames &Names);

} // namespace roofline

#endif
