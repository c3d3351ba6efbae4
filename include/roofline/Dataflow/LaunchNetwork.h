// Launches that run at the same time, joined by channels, as a network.
//
/// \file
/// A single work-item kernel is a process whose loops the model "board" times;
/// a channel is a FIFO. Where memory slows a pipeline down, a process of its
/// own gives it a token for each pass that memory can serve.
/// Does not handle NDRange kernels with channels, non-blocking operations,
/// conditions on data, and pipes that are arguments: each is a named unknown.
#ifndef ROOFLINE_DATAFLOW_LAUNCHNETWORK_H
#define ROOFLINE_DATAFLOW_LAUNCHNETWORK_H

#include "roofline/Board/BoardEstimate.h"
#include "roofline/Dataflow/DataflowEstimate.h"

namespace roofline {

/// A launch beside others, priced at the clock that they share.
struct RunningLaunch {
  const BoundKernel *Bound = nullptr;
  const Launch *L = nullptr;
  const BoardEstimate *Board = nullptr;
  std::vector<double> Begins; ///< operationBegins()
  uint64_t Times = 1;         ///< in a row
};

struct LaunchNetwork {
  /// A process for each launch, in their order, and those of memory behind.
  /// FIFOs are channels, and those from the processes of memory behind.
  DataflowNetwork Network;
  uint32_t NumLaunches = 0, NumChannels = 0;
  uint32_t Calls = 1; ///< of each launch, one after another
  /// Reasons why the network is not run.
  std::vector<Unknown> Missing;
  bool operator==(const LaunchNetwork &) const = default;
};

/// Returns the network of \p Launches, which start at the same time.
LaunchNetwork launchNetwork(const std::vector<RunningLaunch> &Launches);

/// A run of launches beside each other.
struct JoinedRun {
  LaunchNetwork Launches;
  DataflowRun Run; ///< empty where Launches.Missing is not
  /// [cycle] The run, or memory that the launches share where that takes
  /// longer, and their start; nothing without a run that ends.
  std::optional<double> Cycles;
  bool IsOfMemory = false; ///< memory that they share gives Cycles
  std::optional<DataflowHop> Hop;
  /// Depths with which the run is as fast, or ends at all.
  std::optional<LeastDepths> Least;
  bool operator==(const JoinedRun &) const = default;
};

/// Runs the network of \p Launches at \p Clock.
JoinedRun runLaunches(const std::vector<RunningLaunch> &Launches, Hertz Clock,
                      const DataflowOptions &Options = {});

} // namespace roofline

#endif
