// A run of a network of processes, cycle by cycle and exact.
//
/// \file
/// Semantics, with evidence: docs/dataflow.md. A state that comes back with all
/// patterns moved on is a period: the run jumps over its repetitions.
#ifndef ROOFLINE_DATAFLOW_DATAFLOWRUN_H
#define ROOFLINE_DATAFLOW_DATAFLOWRUN_H

#include "roofline/Dataflow/DataflowNetwork.h"

namespace roofline {

struct DataflowRunOptions {
  uint32_t Calls = 1; ///< of the region, each as early as it can start
  bool Jumps = true;  ///< over repetitions; the result is the same
  /// [event], [cycle] The run gives up behind them; 0: never.
  uint64_t MaxEvents = 0, MaxCycles = 0;
  bool operator==(const DataflowRunOptions &) const = default;
};

/// Reason why a process waits.
struct DataflowWait {
  enum class Kind : uint8_t {
    Data,  ///< the FIFO is empty
    Space, ///< the FIFO is full
    Start, ///< its array is not written yet, or no buffer of it is free
  };
  Kind K = Kind::Data;
  uint32_t Index = 0;  ///< of the FIFO, or of the array for Start
  uint64_t Cycles = 0; ///< [cycle]
  bool operator==(const DataflowWait &) const = default;
};

struct ProcessRun {
  uint64_t Start = 0, Done = 0;         ///< [cycle] of the last call
  std::vector<DataflowWait> Waits = {}; ///< over all calls, longest first
  uint64_t waiting() const {
    uint64_t Sum = 0;
    for (const DataflowWait &W : Waits)
      Sum += W.Cycles;
    return Sum;
  }
  bool operator==(const ProcessRun &) const = default;
};

/// A process that never goes on.
struct StuckProcess {
  uint32_t Process = 0;
  DataflowWait Wait = {};
  /// The process that would have to act; nothing where it has ended.
  std::optional<uint32_t> Awaited = {};
  bool operator==(const StuckProcess &) const = default;
};

struct DataflowRun {
  uint64_t Cycles = 0; ///< [cycle] until all processes are done
  /// [cycle] from the end of the last call but one to that of the last.
  std::optional<uint64_t> Interval = {};
  std::vector<ProcessRun> Processes = {};
  std::vector<uint64_t> Peaks = {}; ///< [token] least depth that never fills
  /// Processes that wait for ever: a deadlock where it is not empty. Those of
  /// a cycle of waits come first, each before the one that it waits for.
  std::vector<StuckProcess> Stuck = {};
  size_t NumCyclic = 0;   ///< of Stuck, that wait for each other
  bool IsGivenUp = false; ///< MaxEvents or MaxCycles were too few
  uint64_t NumEvents = 0; ///< that were gone through one by one
  bool isDeadlock() const { return !Stuck.empty(); }
  bool operator==(const DataflowRun &) const = default;
};

/// Runs \p N, which checkNetwork() accepts.
DataflowRun runDataflow(const DataflowNetwork &N,
                        const DataflowRunOptions &Options = {});

/// "P waits for space in A, C for data in B"; the processes of the cycle alone
/// where there is one.
std::string stuckText(const DataflowNetwork &N, const DataflowRun &R);

} // namespace roofline

#endif
