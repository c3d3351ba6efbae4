// The dataflow regions of a C++ kernel as networks.
//
/// \file
/// A region is a function with `#pragma HLS dataflow`. Its processes are the
/// functions that it calls and the loops at its top. Channels are streams,
/// arrays with `#pragma HLS stream`, and arrays that several processes access.
#ifndef ROOFLINE_DATAFLOW_DATAFLOWREGION_H
#define ROOFLINE_DATAFLOW_DATAFLOWREGION_H

#include "roofline/Dataflow/DataflowNetwork.h"
#include "roofline/Vitis/VitisEstimate.h"

namespace roofline {

/// A break of the rules for regions, of which the compiler warns.
struct RegionFinding {
  std::string Text;
  SourceLocation Loc;
  bool operator==(const RegionFinding &) const = default;
};

struct DataflowRegion {
  std::string Function;
  SourceLocation Loc; ///< of the pragma
  DataflowNetwork Network;
  /// Outermost loops of each process, indices into KernelSummary::Loops.
  std::vector<std::vector<uint32_t>> Loops;
  std::vector<RegionFinding> Findings;
  /// What keeps the network from being run: channels that the compiler
  /// refuses, conditions that data decide, streams that are not followed.
  std::vector<Unknown> Missing;
  bool operator==(const DataflowRegion &) const = default;
};

/// Returns the regions of \p Kernel, whose loops are built as \p Loops says.
std::vector<DataflowRegion>
dataflowRegions(const KernelSummary &Kernel,
                const std::vector<VitisLoop> &Loops);

} // namespace roofline

#endif
