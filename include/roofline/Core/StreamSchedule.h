// Schedule of a stream kernel's datapath: the stage of each operation.
//
/// \file
/// A processing element (a lane) walks its positions in order, Vector positions
/// (a beat) each step. A step lasts one cycle, or longer while an input is late
/// or an output is not taken. The headers Core/Stream*.h say for a kernel and a
/// design at which step everything happens, and which registers, delays, ring
/// buffers, counters and flags are emitted. Verilog and prices both come from
/// them, so the two agree.
///
/// Stages: at any step, a value at stage s belongs to the position s steps
/// behind the position whose taps are being read. Values that depend on the
/// position alone are computed ahead of the data, at stages before 0. A value
/// at an offset ahead (AtOffset) arrives that many steps after the value
/// itself. Between kernels of a chain lie whole rows of stages, and the delay
/// line of the value is the line buffer between them.
/// Source: TYTRA17 section 6 and Table 1; delays: the classical balancing of
/// pipelines (each value waits for the slowest operand of its consumers).
#ifndef ROOFLINE_CORE_STREAMSCHEDULE_H
#define ROOFLINE_CORE_STREAMSCHEDULE_H

#include "roofline/Core/StreamUnits.h"
#include "roofline/Stream/Recurrences.h"
#include "roofline/Stream/StreamDesign.h"
#include "roofline/Stream/StreamHalo.h"
#include "roofline/Stream/StreamKernel.h"

namespace roofline {

/// Stages of the datapath. They are the same for every lane; without AtOffset
/// they are also the same for every vector width.
struct DatapathSchedule {
  struct Node {
    OperatorUnit Unit;
    int32_t Start = 0; ///< [stage] at which it reads its operands
    bool Used = false; ///< an output or reduction depends on it
    /// Depends on constants and arguments alone, so it is never delayed.
    bool Invariant = false;
    /// Depends on positions and invariants alone, so it starts before stage 0.
    bool Ahead = false;
    /// Differs between the positions of a beat: has a copy for each of them.
    bool PerSlot = false;
    /// A choice in a table of constants, which has no registers within.
    bool WithinTable = false;
    int32_t ready() const noexcept { return Start + int32_t(Unit.Latency); }
    bool operator==(const Node &) const = default;
  };
  std::vector<Node> Nodes;      ///< parallel to StreamKernel::Nodes
  std::vector<int32_t> Outputs; ///< [stage] at which each is on its port; >= 1
  std::vector<int32_t> Reductions; ///< [stage] at which each takes its value
  /// [stage] at which each is read. It is that of all nodes on its cycle, which
  /// have no registers, unless the cycle is in IsPipelined.
  std::vector<int32_t> Recurrences;
  RecurrenceCycles Cycles; ///< in form Pipe; else there are none
  /// By recurrence that names a group of Cycles: floats on the cycle keep their
  /// registers, and the values are there in time all the same. In IsPaced they
  /// work in all cycles of a step, of which there are several, and have a
  /// register behind them that takes the value with the step.
  std::vector<bool> IsPipelined, IsPaced;
  /// By recurrence: it is read from the last register of a unit on its cycle,
  /// and has none of its own.
  std::vector<bool> IsStraight;
  std::vector<Halo> Halos;    ///< [position] halo() of each input
  std::vector<Halo> TapHalos; ///< [position] tapHalo() of each input
  /// [position] Greatest distance before a result at which the result reads
  /// values through AtOffset.
  int64_t Behind = 0;
  /// [stage] at which positions are counted, ascending. Position nodes that are
  /// read MinRingLength later than the others have a counter of their own.
  std::vector<int32_t> PositionStages;
  /// [step] Least distance from step 0 to the first position whose values a
  /// result needs. Values computed ahead, or from arguments alone, are ready by
  /// then.
  int32_t Lead = 0;
  /// [stage] The last of Outputs, Reductions and Recurrences.
  int32_t Latency = 0;
  int32_t Depth = 0; ///< [stage] Latency if all offsets of values were 0
  /// [cycle] per step. 1 in most designs. A floating-point reduction adds in
  /// the kernel's own order, so a step takes its latency plus 1, as do the
  /// floats of a recurrence that is not in IsPipelined; in form Seq a step
  /// takes the latency of the whole function plus 1.
  uint32_t Interval = 1;
  /// [cycle] from the last reduction to the results of StreamKernel::Finish.
  int64_t FinishCycles = 0;
  bool operator==(const DatapathSchedule &) const = default;
};

/// [stage] at which the value of recurrence \p Index goes into the register
/// from which the position Distance later reads it; where it is straight, that
/// position's own stage.
inline int32_t leavingStage(const StreamKernel &K, const DatapathSchedule &S,
                            uint32_t Index) noexcept {
  return S.Recurrences[Index] + int32_t(K.Recurrences[Index].Distance) -
         !S.IsStraight[Index];
}

/// Schedules each operation as soon as possible, then moves operations to where
/// the fewest bits are delayed.
DatapathSchedule scheduleDatapath(const StreamKernel &K, ElementForm Form,
                                  uint32_t Vector = 1);

} // namespace roofline

#endif
