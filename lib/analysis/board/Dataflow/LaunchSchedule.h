// When a launch of a single work-item accesses its channels.
#ifndef ROOFLINE_LIB_DATAFLOW_LAUNCHSCHEDULE_H
#define ROOFLINE_LIB_DATAFLOW_LAUNCHSCHEDULE_H

#include "Schedule.h"

#include "roofline/Dataflow/LaunchNetwork.h"

namespace roofline::dataflow {

/// A pipeline that goes on only as fast as memory serves it.
struct PacedPipeline {
  CycleProgression Issues;   ///< of all of its passes
  uint32_t Stage = 0;        ///< [cycle] of its first operations
  uint32_t Interval = 1;     ///< [cycle] of the pipeline
  double ServedInterval = 1; ///< [cycle] between passes, mean
  SourceLocation Loc;        ///< of its loop, or of the kernel
};

/// Returns the loops of \p K, whose trip counts are constants, as \p Board has
/// them; adds to \p Missing those whose trip count is none.
std::vector<VitisLoop> loopsOnBoard(const KernelSummary &K,
                                    const BoardEstimate &Board,
                                    std::vector<Unknown> &Missing);

/// Fills cycles and accesses of \p P, the launch \p Launch of kernel
/// R.Kernel. Adds to \p Missing what is not followed. Returns the pipelines
/// that memory slows down.
std::vector<PacedPipeline> scheduleLaunch(const ScheduleRequest &R,
                                          const RunningLaunch &Launch,
                                          const DataflowNetwork &N,
                                          DataflowProcess &P,
                                          std::vector<Unknown> &Missing);

} // namespace roofline::dataflow

#endif
