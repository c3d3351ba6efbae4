// Cycles of a C++ kernel whose processes run at the same time.
#ifndef ROOFLINE_DATAFLOW_DATAFLOWESTIMATE_H
#define ROOFLINE_DATAFLOW_DATAFLOWESTIMATE_H

#include "roofline/Dataflow/DataflowRegion.h"
#include "roofline/Dataflow/LeastDepths.h"

namespace roofline {

/// Two processes of which one waits for most of the other.
struct DataflowHop {
  uint32_t Writer = 0, Reader = 0; ///< index into DataflowNetwork::Processes
  DataflowWait Wait;               ///< of the reader
  std::string Text; ///< "C takes all 16 tokens of x in its first 3 % ..."
  bool operator==(const DataflowHop &) const = default;
};

/// Returns the hop for which a process waits longest, where that is more than a
/// twentieth of the cycles; nothing where all overlap.
std::optional<DataflowHop> longestHop(const DataflowNetwork &N,
                                      const DataflowRun &R);

/// A line more in the source, and the cycles of one call with it.
struct DataflowChange {
  std::string Text;   ///< "#pragma HLS stream variable=x depth=2"
  SourceLocation Loc; ///< of the array
  uint64_t Cycles = 0;
  bool operator==(const DataflowChange &) const = default;
};

struct DataflowResult {
  DataflowRegion Region;
  DataflowRun Run;       ///< of one call; empty where Region.Missing is not
  double Sequential = 0; ///< [cycle] its processes one after another
  std::optional<DataflowHop> Hop = {};
  /// Depths as the source has them take as many cycles as these; nothing where
  /// no run is that short, or finding them takes too long.
  std::optional<LeastDepths> Least = {};
  std::vector<LeastDepths> Curve = {}; ///< depthCurve()
  /// Arrays that streams may replace, the best first.
  std::vector<DataflowChange> Changes = {};
  bool operator==(const DataflowResult &) const = default;
};

struct DataflowOptions {
  /// [event] of a run; a network with more is not followed to its end.
  uint64_t MaxEvents = 2'000'000;
  /// [event] of all runs that look for least depths; as many for each point of
  /// the curve.
  uint64_t MaxSearchEvents = 2'000'000;
  bool WithDepths = true; ///< fill Least and Curve
};

/// Runs the regions of \p Kernel. Puts their cycles into \p E, its estimate in
/// which processes run one after another.
std::vector<DataflowResult> runRegions(const KernelSummary &Kernel,
                                       VitisEstimate &E,
                                       const DataflowOptions &Options = {});

/// estimateVitis() with runRegions().
VitisEstimate estimateHls(const KernelSummary &Kernel,
                          const VitisOptions &Options);

} // namespace roofline

#endif
