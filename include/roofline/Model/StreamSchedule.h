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
#ifndef ROOFLINE_MODEL_STREAMSCHEDULE_H
#define ROOFLINE_MODEL_STREAMSCHEDULE_H

#include "roofline/Model/StreamCopies.h"
#include "roofline/Model/StreamDesign.h"
#include "roofline/Model/StreamKernel.h"

namespace roofline {

/// How one operation is built. The width is that of the result for arithmetic,
/// of the operands for comparisons.
enum class UnitKind : uint8_t {
  Source,          ///< constant, argument, position, tap, offset: nothing
  Wire,            ///< renamed bits, or inverters: no register
  Logic,           ///< one LUT or carry chain level, then its register
  ShiftAdd,        ///< x * (2^a + 2^b) or (2^a - 2^b): an adder, its register
  Multiplier,      ///< roofline_mul, three stages
  Divider,         ///< roofline_divide, one bit of the quotient a stage
  ConstantDivider, ///< roofline_divide_constant: a multiplier by 2^k/d
  BitCount,        ///< roofline_popcount, roofline_count_zeros
  Float,           ///< a roofline_f* module
};

struct OperatorUnit {
  UnitKind Kind = UnitKind::Source;
  /// [step] registers between operands and result in form Pipe; in Comb all
  /// are 0, and the output has the one register.
  unsigned Latency = 0;
  bool operator==(const OperatorUnit &) const = default;
};

/// The hardware of node \p Node of \p K. Every operation of
/// Model/StreamKernel.h has one; Float in form Comb has none (whyNotBuildable()
/// says so).
OperatorUnit operatorUnit(const StreamKernel &K, uint32_t Node) noexcept;

/// [bit] that \p Node of \p K takes as a number with a sign.
uint32_t signedBits(const StreamKernel &K, uint32_t Node) noexcept;

/// [bit] of the factors: of numbers with a sign, else modulo 2^width.
struct ProductFactors {
  uint32_t Left = 0, Right = 0;
  bool Signed = false;
};
/// Of multiplication \p Node. Signed where an operand has copies of its sign,
/// which would cost more rows, up to what `roofline calibrate` measures so.
ProductFactors productFactors(const StreamKernel &K, uint32_t Node) noexcept;
/// x << First plus or minus x << Second.
struct TwoTerms {
  uint32_t First = 0, Second = 0; ///< [bit] the type's width: nothing
  bool Adds = false;
};
/// Of \p Factor modulo 2^Bits, where two do: a ShiftAdd.
std::optional<TwoTerms> twoTerms(uint64_t Factor, uint32_t Bits) noexcept;

/// [cycle] registers of a reduction's operator before its accumulator: 0 of an
/// integer operator, which accumulates every cycle.
unsigned reductionLatency(const Reduction &R) noexcept;

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

/// The beats that hold a position of \p B; dimension 0 counts beats.
Box beatBox(const Box &B, uint32_t Vector) noexcept;
/// [bit] of a beat on the port of \p S, with all fields.
constexpr uint32_t beatBits(const Stream &S, const StreamDesign &D) noexcept {
  return S.Type.Bits * S.Fields * D.Vector;
}
/// The positions that \p Out has elements for: its Window, where active.
Box written(const StreamKernel &K, const OutputStream &Out) noexcept;
/// [beat] as tapHalo() of Model/StreamKernel.h.
Halo beatHalo(const StreamKernel &K, const InputStream &In,
              uint32_t Vector) noexcept;

/// Steps [First, Last) of a lane; empty where First == Last.
struct StepRange {
  int64_t First = 0, Last = 0; ///< [step]
  bool operator==(const StepRange &) const = default;
};

/// Beats [First, Last) of the space between which a lane's stream lies: all
/// that are in beatBox(Window, Vector) are its beats, in order. A beat carries
/// Vector elements; what lies beside the Window (of outputs: beside written())
/// has no element: an input's bits there do not matter, an output's tstrb is 0.
StepRange inputBeats(const StreamKernel &K, const StreamDesign &D,
                     uint32_t Lane, uint32_t Input) noexcept;
StepRange outputBeats(const StreamKernel &K, const StreamDesign &D,
                      uint32_t Lane, uint32_t Output) noexcept;

/// What is particular to one lane: its positions and when its streams move.
struct LaneWalk {
  int64_t FirstBeat = 0; ///< [beat] first own position / Vector
  int64_t Beats = 0;     ///< [beat] own positions / Vector
  int64_t Begin = 0; ///< [beat] whose taps are read at step 0; may be negative
  int64_t Steps = 0; ///< [step] of the whole launch
  /// From the first to the last beat of each stream; a stream whose Window is
  /// not one run of beats (see LaneLayout::Boxes) takes part at some of them.
  std::vector<StepRange> Inputs, Outputs, Reductions;
  bool operator==(const LaneWalk &) const = default;
};
LaneWalk laneWalk(const StreamKernel &K, const DatapathSchedule &S,
                  const StreamDesign &D, uint32_t Lane);

/// Where an Input node's element is, for position \p Slot of a beat: so many
/// steps after it was on the input port, in this slot of its own beat.
struct TapPlace {
  int64_t Delay = 0; ///< [step] at stage 0
  uint32_t Slot = 0;
};
TapPlace tapPlace(const StreamKernel &K, const DatapathNode &Input,
                  uint32_t Slot, uint32_t Vector) noexcept;

/// A value, the ports of its delay line, and their distance.
struct DelayLine {
  enum class From : uint8_t { Node, Tap, Coordinate };
  From Source = From::Node;
  /// Node, input stream, or dimension + 3 * index into PositionStages.
  uint32_t Index = 0;
  uint32_t Slot = 0;  ///< [position] within the beat
  uint32_t Width = 0; ///< [bit] the lowest ones, up to the highest that is read
  /// [step] delays in use, ascending, each > 0. Of a tap: since its element
  /// was on the input port. Between two of them (and before the first) is one
  /// segment.
  std::vector<int64_t> Points;
  bool AtOnce = false; ///< it is read before the line, too
  bool operator==(const DelayLine &) const = default;
};

enum class SegmentKind : uint8_t {
  Registers, ///< Length * Width flip-flops; Xilinx maps 3 and more to SRLs
  Ring,      ///< block RAM behind an address counter
};

/// [step], [bit] from which on a delay is a ring buffer: 64 elements and 1024
/// bits; below that shift registers are the smaller ones on Series 7.
constexpr int64_t MinRingLength = 64, MinRingBits = 1024;
constexpr SegmentKind segmentKind(int64_t Length, uint32_t Width) noexcept {
  return Length >= MinRingLength && Length * Width >= MinRingBits
             ? SegmentKind::Ring
             : SegmentKind::Registers;
}

struct DelaySegment {
  uint32_t Line = 0;            ///< index into LaneLayout::Lines
  uint32_t Point = 0;           ///< ends at this one of the line's Points
  int64_t Length = 0;           ///< [step]
  std::optional<uint32_t> Ring; ///< index into LaneLayout::Rings
  uint32_t RingBit = 0;         ///< [bit] of its lowest bit in the ring
  bool operator==(const DelaySegment &) const = default;
};

/// One roofline_ring: a memory of Length - 1 words read before written, its
/// output register, and an address counter of bits(Length - 2). Segments of
/// one length share it side by side; so do longer ones, when registers of at
/// most MaxSharingBits before them make up the difference (a segment and a
/// point of their own).
constexpr int64_t MaxSharingBits = 16; ///< [bit] about an address counter
struct RingBuffer {
  int64_t Length = 0; ///< [step]
  uint32_t Width = 0; ///< [bit]
  bool operator==(const RingBuffer &) const = default;
};

/// Coordinates of a beat in the dimensions below Dimensions; dimension 0 counts
/// beats. Each is a register of bits(Size - 1) and a wrap to 0.
struct CoordinateCounter {
  int64_t Shift = 0; ///< [beat] ahead of the beat whose taps are read
  uint32_t Dimensions = 0;
  bool operator==(const CoordinateCounter &) const = default;
};

/// A flip-flop: the beat is within a box. Computed one step before from
/// Counter: one comparison for each side at which the box is not the space.
struct BoxFlag {
  uint32_t Counter = 0; ///< index into LaneLayout::Counters
  Box Beats;            ///< dimension 0 in beats
  bool operator==(const BoxFlag &) const = default;
};

/// A flip-flop: set by one comparison of the step counter with a constant,
/// cleared by another. Comparisons with equal constants in all lanes are shared
/// (Events).
struct RangeFlag {
  uint32_t Set = 0, Clear = 0; ///< indices into LaneLayout::Events
  bool operator==(const RangeFlag &) const = default;
};

/// When a stream or a reduction takes part.
struct Gate {
  uint32_t Range = 0;          ///< index into LaneLayout::Ranges
  std::optional<uint32_t> Box; ///< index into LaneLayout::Boxes
  /// Of each position of the beat, where they differ (outputs, reductions).
  std::vector<std::optional<uint32_t>> Slots;
  bool operator==(const Gate &) const = default;
};

/// Everything in one lane but the operators. Lanes are equal but for constants.
/// Beside what is listed, a lane has: the step counter; a flip-flop `busy`; one
/// for each output (its beat is gone); for each reduction an accumulator and
/// Vector - 1 registers of its type; with DatapathSchedule::Interval > 1 a
/// counter of bits(Interval - 1). The core has a flip-flop for `done`, one for
/// each of combineCycles(), and with those joinedValues() - 1 registers for
/// each reduction.
struct LaneLayout {
  uint32_t StepBits = 0;        ///< [bit] of the step counter
  std::vector<NodeCopy> Copies; ///< see builtCopies()
  std::vector<DelayLine> Lines;
  std::vector<DelaySegment> Segments;
  std::vector<RingBuffer> Rings;
  std::vector<CoordinateCounter> Counters;
  /// By PositionStages; nothing where the space has one position.
  std::vector<std::optional<uint32_t>> PositionCounters;
  /// Step before which a flag changes, by lane: -1 where it never does.
  std::vector<std::vector<int64_t>> Events;
  uint32_t Finish = 0; ///< index into Events: the last step
  std::vector<RangeFlag> Ranges;
  std::vector<BoxFlag> Boxes;
  std::vector<Gate> Inputs, Outputs, Reductions;
  std::vector<LaneWalk> Walks; ///< by lane
  bool operator==(const LaneLayout &) const = default;
};
LaneLayout layOutLane(const StreamKernel &K, const DatapathSchedule &S,
                      const StreamDesign &D);

/// [cycle] from the clock edge that takes `start` to the one that raises
/// `done`, without back-pressure:
///   Interval * max over lanes of Steps + CombineCycles + FinishCycles
/// where a lane's Steps are the cycles between its first input beat and its
/// last output beat: own beats + beats of halo in use + Latency.
/// Exact; needs whyNotBuildable() to be silent.
int64_t launchCycles(const StreamKernel &K, const DatapathSchedule &S,
                     const StreamDesign &D) noexcept;
int64_t launchCycles(const StreamKernel &K, const StreamDesign &D);

/// What a reduction of several lanes joins: their results, and what it begins
/// with unless that changes nothing.
uint32_t joinedValues(const Reduction &R, const StreamDesign &D) noexcept;

/// [cycle] that joining the lanes' reductions takes after the last step: one
/// for each level of a binary tree; 0 of one lane, or without a reduction.
int64_t combineCycles(const StreamKernel &K, const StreamDesign &D) noexcept;

/// [stage] registers that the values of one beat pass before a reduction: a
/// level of the operator for each halving of Vector.
unsigned vectorTreeLevels(const StreamDesign &D) noexcept;

/// Why the design cannot be emitted ("k.cl:12:7: fdiv has no one-stage form",
/// "3 lanes do not divide 512 positions"), or nothing.
std::optional<std::string> whyNotBuildable(const StreamKernel &K,
                                           const StreamDesign &D);

/// Bits that hold 0 to \p Largest; at least 1.
constexpr uint32_t bitsFor(uint64_t Largest) noexcept {
  uint32_t Bits = 1;
  while (Largest >>= 1)
    ++Bits;
  return Bits;
}

} // namespace roofline

#endif
