// When each operation of a stream kernel runs, and what hardware that takes.
//
/// \file
/// A processing element (a lane) walks its positions in order, Vector of them
/// (a beat) each step; a step lasts one cycle, or longer while an input is late
/// or an output is not taken. The functions here say, for a kernel and a
/// design, at which step everything happens and which registers, delays, ring
/// buffers, counters and flags are emitted: Verilog is printed from them, and
/// prices are computed from them, so that both agree.
///
/// Stages. A value at stage s belongs, at any step, to the position s steps
/// behind the one whose taps are being read. Stages before 0 exist: what
/// depends on the position alone is computed ahead of the data. A value at an
/// offset ahead (AtOffset) is there that many steps after the value: between
/// kernels of a chain lie whole rows of stages, and the delay line of the value
/// is the line buffer between them.
/// Source: TYTRA17 section 6 and Table 1; delays: the classical balancing of
/// pipelines (each value waits for the slowest operand of its consumers).
#ifndef ROOFLINE_CORE_STREAMSCHEDULE_H
#define ROOFLINE_CORE_STREAMSCHEDULE_H

#include "roofline/Core/StreamUnits.h"
#include "roofline/Stream/StreamDesign.h"
#include "roofline/Stream/StreamHalo.h"
#include "roofline/Stream/StreamKernel.h"

namespace roofline {

/// Stages of the datapath; the same for every lane, and without AtOffset for
/// every vector width.
struct DatapathSchedule {
  struct Node {
    OperatorUnit Unit;
    int32_t Start = 0;      ///< [stage] of its operands
    bool Used = false;      ///< an output or reduction depends on it
    bool Invariant = false; ///< of constants and arguments alone: never delayed
    bool Ahead = false; ///< of positions (and invariants) alone: before stage 0
    /// Differs between the positions of one beat: one copy each (Vector),
    /// otherwise one.
    bool PerSlot = false;
    int32_t ready() const noexcept { return Start + int32_t(Unit.Latency); }
    bool operator==(const Node &) const = default;
  };
  std::vector<Node> Nodes;      ///< as StreamKernel::Nodes
  std::vector<int32_t> Outputs; ///< [stage] at which each is on its port; >= 1
  std::vector<int32_t> Reductions; ///< [stage] at which each takes its value
  std::vector<Halo> Halos;         ///< [position] halo() of each input
  std::vector<Halo> TapHalos;      ///< [position] tapHalo() of each input
  /// [position] before a result whose values it needs, by AtOffset.
  int64_t Behind = 0;
  /// [stage] at which positions are counted, ascending; Position nodes that are
  /// read MinRingLength later than the others have a counter of their own.
  std::vector<int32_t> PositionStages;
  /// [step] from step 0 to the first position whose values a result needs, at
  /// least: until what is computed ahead, and from arguments alone, is there.
  int32_t Lead = 0;
  int32_t Latency = 0; ///< [stage] the last of Outputs and Reductions
  int32_t Depth = 0;   ///< [stage] Latency, were all offsets of values 0
  /// [cycle] per step: 1, or the latency of a floating-point reduction, which
  /// is summed in the kernel's own order, plus 1.
  uint32_t Interval = 1;
  /// [cycle] from the last reduction to the results of StreamKernel::Finish.
  int64_t FinishCycles = 0;
  bool operator==(const DatapathSchedule &) const = default;
};

/// As soon as possible; then values move to where the fewest bits are delayed.
DatapathSchedule scheduleDatapath(const StreamKernel &K, ElementForm Form,
                                  uint32_t Vector = 1);

} // namespace roofline

#endif
