// The time of a kernel as boards take it: the model "board".
//
/// \file
/// HPCA16 prices each leaf of the hierarchy; this model prices pipelines: all
/// code directly inside one loop, or none, is one. A replay of the launch
/// (Replay.h) tells what goes through them, and which words of memory they ask
/// for. docs/model-board.md has each mechanism's evidence.
#ifndef ROOFLINE_BOARD_BOARDESTIMATE_H
#define ROOFLINE_BOARD_BOARDESTIMATE_H

#include "roofline/Base/Units.h"
#include "roofline/Board/Replay.h"
#include "roofline/Hpca16/Bind.h"
#include "roofline/Machine/Device.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace roofline {

/// All code directly inside one loop, with loops inside that are fully
/// unrolled; or outside of all loops.
struct Pipeline {
  std::optional<uint32_t> Loop; ///< index into KernelSummary::Loops
  double Passes = 0;            ///< of one compute unit
  double Interval = 1;          ///< [cycle] from one pass to the next, mean
  double Depth = 0;             ///< [cycle] of one pass
  double Words = 0;  ///< [word] that its own units ask for, of the whole launch
  double Cycles = 0; ///< [cycle] with what memory takes
  /// A loop that the next work-group enters when the last has left it.
  bool HoldsGroup = false;
};

/// Reason for a prediction to be no more than an order of magnitude: the
/// kernels whose residuals are known have none of it.
enum class Doubt : uint8_t {
  None,
  DataDecides, ///< data decide what runs, and no profile tells
  Irregular,   ///< data choose most of the addresses
};

/// Decides the time.
enum class BoardLimit : uint8_t {
  Passes,  ///< through the limiting pipeline
  Memory,  ///< words that all units ask for
  Latency, ///< too few work-items are under way
};

struct BoardEstimate {
  Design D;                     ///< with what the compiler unrolls by itself
  Replay Of;                    ///< of the launch
  std::vector<bool> IsUnrolled; ///< by loop: the hardware has copies alone
  /// Private arrays that are memories, not registers: an index moves with data,
  /// or with a loop that stays one.
  std::set<std::string> Memories;
  std::vector<Pipeline> Pipelines;
  uint32_t Limiting = 0;    ///< index into Pipelines
  double MemoryCycles = 0;  ///< [cycle] of all words one after another
  double LatencyCycles = 0; ///< [cycle] of one work-item alone
  double Cycles = 0;
  Seconds Time;
  Seconds Fastest, Slowest; ///< four measured times in five are between

  double words() const; ///< [word] of all units
  Doubt doubt() const;
  BoardLimit limit() const;
};

/// Prices \p Of, a kernel under \p L, in design \p D; \p Board has Times.
BoardEstimate estimateBoard(const BoundKernel &Of, const Launch &L,
                            const Design &D, const Device &Board,
                            const BoardMechanisms &With = {});

/// The same of one of many designs: \p Replays are of the kernel, its launch
/// and the mechanisms.
BoardEstimate estimateBoard(const BoundKernel &Of, const LaunchReplays &Replays,
                            const Design &D, const Device &Board,
                            const BoardMechanisms &With = {});

/// \p Priced, of the same kernel and board, with another number of
/// compute units: without a new replay, which they do not change.
BoardEstimate withComputeUnits(const BoundKernel &Of,
                               const BoardEstimate &Priced,
                               uint32_t ComputeUnits, const Device &Board,
                               const BoardMechanisms &With = {});

} // namespace roofline

#endif
