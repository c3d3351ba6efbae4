// When a process reads and writes its channels, in its local cycles.
#ifndef ROOFLINE_LIB_DATAFLOW_SCHEDULE_H
#define ROOFLINE_LIB_DATAFLOW_SCHEDULE_H

#include "Patterns.h"

#include "roofline/Kernel/KernelSummary.h"

#include "roofline/Vitis/VitisEstimate.h"

#include <map>

namespace roofline::dataflow {

/// An operation of the source that reads or writes a FIFO.
struct FifoUse {
  uint32_t Operation = 0; ///< index into KernelSummary::Operations
  uint32_t Fifo = 0;      ///< index into DataflowNetwork::Fifos
  bool IsWrite = false;
  /// One of an array of channels: the iterations in which Element is Number are
  /// on the FIFO. Empty: all are.
  std::optional<Expr> Element = {};
  uint64_t Number = 0;
};

/// Nodes of the hierarchy by what they hold.
struct KernelPlaces {
  explicit KernelPlaces(const KernelSummary &K);
  std::vector<std::vector<uint32_t>>
      LoopsAround; ///< of a block, outermost first
  std::vector<uint32_t> BlockOfOperation;
  std::vector<std::vector<uint32_t>> Inner; ///< loops directly inside of a loop
};

struct ScheduleRequest {
  const KernelSummary *Kernel = nullptr;
  const KernelPlaces *Places = nullptr;
  const std::vector<VitisLoop> *Timing = nullptr;
  std::vector<uint32_t> Loops; ///< outermost ones of the process
  std::vector<FifoUse> Uses;   ///< of the region; those in Loops count
};

/// True where the loops around \p Loop decide its trip count. The schedule has
/// the greatest one; accesses are those of the iterations that there are.
bool variesWithLoops(const KernelSummary &K, uint32_t Loop);

/// Fills cycles and accesses of \p P; adds to \p Missing what is not followed.
void scheduleProcess(const ScheduleRequest &R, const DataflowNetwork &N,
                     DataflowProcess &P, std::vector<Unknown> &Missing);

} // namespace roofline::dataflow

#endif
