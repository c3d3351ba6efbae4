// Time of a kernel on a board: the model "board".
//
/// \file
/// HPCA16 prices each leaf of the hierarchy. This model prices pipelines: all
/// code directly inside one loop is one pipeline, and so is the code outside
/// all loops. A replay of the launch (Replay.h) counts the passes through each
/// pipeline and the memory words that it requests. docs/model-board.md has the
/// evidence for each mechanism.
#ifndef ROOFLINE_BOARD_BOARDESTIMATE_H
#define ROOFLINE_BOARD_BOARDESTIMATE_H

#include "roofline/Base/Units.h"
#include "roofline/Board/MemoryTime.h"
#include "roofline/Board/Replay.h"
#include "roofline/Hpca16/Bind.h"
#include "roofline/Machine/Device.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace roofline {

/// Chain that a pipeline's loop carries, in its design.
struct PipelineChain : CarriedChain {
  /// Unrolled loops inside whose copies are a part of it, by index into
  /// KernelSummary::Loops.
  std::vector<uint32_t> Through;
  /// The load on the chain that takes longest, by index into
  /// KernelSummary::Operations; empty where no load takes a cycle.
  std::optional<uint32_t> Load;
  double LoadLatency = 0; ///< [cycle] of Load
};

/// Reason for an interval above 1.
enum class IntervalReason : uint8_t {
  None,      ///< the interval is 1
  Chain,     ///< an iteration waits for an earlier one: Pipeline::Chain
  Requested, ///< `#pragma ii`
  Ports,     ///< ports of local arrays
  Group,     ///< Pipeline::HoldsGroup
};

/// All code directly inside one loop, fully unrolled inner loops included; or
/// all code outside loops.
struct Pipeline {
  /// Index into KernelSummary::Loops; empty for the code outside loops.
  std::optional<uint32_t> Loop;
  double Passes = 0;   ///< [1] passes through one compute unit
  double Interval = 1; ///< [cycle] from one pass to the next, mean
  double Depth = 0;    ///< [cycle] latency of one pass
  double Words = 0;    ///< [word] requested by its load/store units, per launch
  double Slots = 0;    ///< [cycle] of its busiest load/store unit
  double Cycles = 0;   ///< [cycle] for all passes, waits for memory included
  /// A work-group enters the loop only after the previous one has left it.
  bool HoldsGroup = false;
  IntervalReason Why = IntervalReason::None; ///< reason for Interval
  std::optional<PipelineChain> Chain;        ///< set where Why is Chain
};

/// Reason why a prediction has no error bounds. The measured kernels that give
/// them have no such reason.
enum class Doubt : uint8_t {
  None,
  DataDecides,  ///< data decide which code runs, and no profile is given
  Irregular,    ///< data give the addresses of more than half of the words
  Uncalibrated, ///< constants of the board are assumed
};

/// Resource that limits the time.
enum class BoardLimit : uint8_t {
  Passes,  ///< passes through the limiting pipeline
  Memory,  ///< memory words that all units request
  Latency, ///< too few work-items run at once to hide the latency
};

/// Time at one clock of the kernel.
struct BoardTime {
  double MemoryCycles = 0; ///< [cycle] to serve all words one after another
  double Cycles = 0;       ///< [cycle] for the whole launch
  uint32_t Limiting = 0;   ///< index into BoardEstimate::Pipelines
  Seconds Time;            ///< Cycles at the clock
  /// Range that holds four of five measured times; empty on a board whose
  /// constants are not measured.
  std::optional<Seconds> Fastest, Slowest;
};

/// Price of a kernel in one design, and its time at the kernel's clock.
struct BoardEstimate : BoardTime {
  Design D;                     ///< with loops that the compiler unrolls
  Replay LaunchReplay;          ///< replay of the launch
  std::vector<bool> IsUnrolled; ///< by loop: fully unrolled, and gone
  /// Private arrays built as memories, since some index depends on data or on a
  /// loop that stays. Others are registers.
  std::set<std::string> Memories;
  std::vector<Pipeline> Pipelines;
  MemoryDemand Memory;
  double LatencyCycles = 0;  ///< [cycle] that one work-item takes alone
  bool IsSingle = false;     ///< one work-item runs through its pipelines
  bool OverlapsItems = true; ///< as BoardMechanisms::Latency
  BoardTimes Times;          ///< constants of the board

  /// Returns the time at \p Clock. Memory does not follow it.
  BoardTime timeAt(Hertz Clock) const;
  /// Takes the time at \p Clock, pipelines included.
  void setClock(Hertz Clock);

  double words() const; ///< [word] requested by all units
  Doubt doubt() const;
  BoardLimit limit() const;
};

/// Prices kernel \p Bound under launch \p L in design \p D. \p Board must have
/// Times.
BoardEstimate estimateBoard(const BoundKernel &Bound, const Launch &L,
                            const Design &D, const Device &Board,
                            const BoardMechanisms &With = {});

/// Prices one of many designs likewise. Takes \p Replays instead of the launch;
/// they must belong to the same kernel, launch and mechanisms.
BoardEstimate estimateBoard(const BoundKernel &Bound,
                            const LaunchReplays &Replays, const Design &D,
                            const Device &Board,
                            const BoardMechanisms &With = {});

/// Prices \p Priced again with \p ComputeUnits compute units, for the same
/// kernel and board. Keeps its replay, as the replay does not depend on them.
BoardEstimate withComputeUnits(const BoundKernel &Bound,
                               const BoardEstimate &Priced,
                               uint32_t ComputeUnits, const Device &Board,
                               const BoardMechanisms &With = {});

/// Returns when the operands of each operation are there: [cycle] from the
/// entry of a pass into its pipeline in \p Priced, for the same kernel and
/// board.
std::vector<double> operationBegins(const BoundKernel &Bound,
                                    const BoardEstimate &Priced,
                                    const Device &Board,
                                    const BoardMechanisms &With = {});

} // namespace roofline

#endif
